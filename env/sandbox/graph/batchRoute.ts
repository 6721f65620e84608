import { z } from 'zod';
import { errorBody, GraphError, graphErrors } from './graphErrors.ts';
import { ok, type GraphReply, type GraphRequest, type GraphRoute } from './graphRoute.ts';

/** Graph's limit for calls in one batch. */
const MAX_CALLS = 20;

const BatchCall = z.object({
  id: z.string().min(1),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  url: z.string().startsWith('/'),
  headers: z.record(z.string(), z.string()).default({}),
  body: z.unknown().optional(),
  dependsOn: z.array(z.string()).default([]),
});
type BatchCall = z.infer<typeof BatchCall>;
const Batch = z.object({ requests: z.array(BatchCall).min(1) });

type BatchReply = { id: string; status: number; headers: Record<string, string>; body: unknown };

export const batchRoute: GraphRoute = {
  method: 'POST',
  pattern: '/$batch',
  scopes: [],
  roles: [],
  handle: async (request) => ok({ responses: await runCalls(request, parseCalls(request.body)) }),
};

function parseCalls(body: unknown): BatchCall[] {
  const checked = Batch.safeParse(body);
  if (!checked.success) throw graphErrors.badRequest('Invalid batch payload format.');
  const { requests } = checked.data;
  if (requests.length > MAX_CALLS) {
    throw graphErrors.badRequest(`Number of batch request steps exceeds the maximum value of ${MAX_CALLS}.`);
  }
  if (new Set(requests.map(({ id }) => id)).size < requests.length)
    throw graphErrors.badRequest('Request ids must be unique.');
  return requests;
}

async function runCalls(request: GraphRequest, calls: BatchCall[]): Promise<BatchReply[]> {
  const replies = new Map<string, BatchReply>();
  for (const call of calls) {
    const isBlocked = call.dependsOn.some((id) => (replies.get(id)?.status ?? 424) >= 400);
    replies.set(call.id, isBlocked ? createDependencyError(call) : await runCall(request, call));
  }
  // Graph guarantees no order, so the replies are reversed to reveal code that relies on one.
  return [...replies.values()].toReversed();
}

async function runCall(request: GraphRequest, { id, method, url, headers, body }: BatchCall): Promise<BatchReply> {
  const lowerCase = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return toBatchReply(id, await request.perform({ method, url, headers: lowerCase, body }));
}

function createDependencyError({ id }: BatchCall): BatchReply {
  const error = new GraphError(424, 'FailedDependency', 'A request this one depends on failed.');
  return toBatchReply(id, { status: error.status, body: errorBody(error, undefined) });
}

function toBatchReply(id: string, { status, headers = {}, body }: GraphReply): BatchReply {
  if (Buffer.isBuffer(body)) return { id, status, headers, body: body.toString('base64') };
  return { id, status, headers: { 'content-type': 'application/json', ...headers }, body };
}
