import { z } from 'zod';
import { errorBody, GraphError, graphErrors } from './errors.ts';
import { ok, type GraphReply, type GraphRequest, type GraphRoute } from './route.ts';

/** Graph's limit on calls in one batch. */
const MOST_CALLS = 20;

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

type Answered = { id: string; status: number; headers: Record<string, string>; body: unknown };

export const batchRoute: GraphRoute = {
  method: 'POST',
  pattern: '/$batch',
  scopes: [],
  roles: [],
  handle: async (request) => ok({ responses: await answerAll(request, callsIn(request.body)) }),
};

function callsIn(body: unknown): BatchCall[] {
  const checked = Batch.safeParse(body);
  if (!checked.success) throw graphErrors.badRequest('Invalid batch payload format.');
  const { requests } = checked.data;
  if (requests.length > MOST_CALLS) {
    throw graphErrors.badRequest(`Number of batch request steps exceeds the maximum value of ${MOST_CALLS}.`);
  }
  if (new Set(requests.map(({ id }) => id)).size < requests.length)
    throw graphErrors.badRequest('Request ids must be unique.');
  return requests;
}

async function answerAll(request: GraphRequest, calls: BatchCall[]): Promise<Answered[]> {
  const answered = new Map<string, Answered>();
  for (const call of calls) {
    const failed = call.dependsOn.some((id) => (answered.get(id)?.status ?? 424) >= 400);
    answered.set(call.id, failed ? dependencyFailed(call) : await answerOne(request, call));
  }
  // Graph promises no order; the last comes first here so that nobody relies on one.
  return [...answered.values()].toReversed();
}

async function answerOne(request: GraphRequest, { id, method, url, headers, body }: BatchCall): Promise<Answered> {
  const lowerCase = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return written(id, await request.perform({ method, url, headers: lowerCase, body }));
}

function dependencyFailed({ id }: BatchCall): Answered {
  const error = new GraphError(424, 'FailedDependency', 'A request this one depends on failed.');
  return written(id, { status: error.status, body: errorBody(error, undefined) });
}

function written(id: string, { status, headers = {}, body }: GraphReply): Answered {
  if (Buffer.isBuffer(body)) return { id, status, headers, body: body.toString('base64') };
  return { id, status, headers: { 'content-type': 'application/json', ...headers }, body };
}
