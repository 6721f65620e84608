import { GraphError } from '@microsoft/microsoft-graph-client';
import { z } from 'zod';
import { AvaError, isAvaError } from '#contract/errors.ts';

/** The part of Graph's errors that AVA reads. Graph spells the inner error in two ways. */
const GraphErrorBody = z
  .looseObject({
    code: z.string().default(''),
    innerError: z.looseObject({ code: z.string().optional() }).optional(),
    innererror: z.looseObject({ code: z.string().optional() }).optional(),
  })
  .transform(({ innererror, ...error }) => ({ ...error, innerError: error.innerError ?? innererror }));
const ErrorReply = z.object({ error: GraphErrorBody });

/** Statuses for a resource that does not exist for the person, or for an address that Graph no longer knows. */
const NOT_FOUND: ReadonlySet<number> = new Set([400, 403, 404, 410]);

/** Paths of the directory, which an organization can close to some of its people. */
const DIRECTORY = /^\/(?:users|groups)\b/;
/** Graph's code if a token lacks a permission that the call needs. */
export const MISSING_PERMISSION = 'Authorization_RequestDenied';

/** The error of a call of a path. */
export function toAvaError(cause: unknown, path: string): AvaError {
  if (isAvaError(cause)) return cause;
  const status = getGraphStatus(cause) ?? 0;
  if (status === 401) return new AvaError('not_signed_in', { cause });
  if (status === 403 && getGraphCodes(cause).includes(MISSING_PERMISSION))
    return new AvaError(DIRECTORY.test(path) ? 'not_allowed' : 'consent_required', { cause });
  // A 404 without Graph's error body comes from a proxy and says nothing about the resource.
  const isOfGraph = NOT_FOUND.has(status) && readErrorBody(cause) !== null;
  return new AvaError(isOfGraph ? 'not_found' : 'graph_unavailable', { cause });
}

/** The error of a response whose body was not parsed by the SDK. */
export async function readGraphError(response: Response): Promise<GraphError> {
  const error = new GraphError(response.status, `Graph answered ${response.status}`);
  error.headers = response.headers;
  const body = ErrorReply.safeParse(await response.json().catch(() => null));
  if (body.success) {
    error.code = body.data.error.code;
    error.body = JSON.stringify(body.data.error);
  }
  return error;
}

/** The HTTP status of a failed Graph request; null if the error did not come from a response. */
export function getGraphStatus(error: unknown): number | null {
  const cause = isAvaError(error) ? error.cause : error;
  return cause instanceof GraphError ? cause.statusCode : null;
}

/** The code of a failed Graph request and that of its inner error; empty if there is none. */
export function getGraphCodes(error: unknown): string[] {
  const cause = isAvaError(error) ? error.cause : error;
  if (!(cause instanceof GraphError)) return [];
  return [cause.code, readErrorBody(cause)?.innerError?.code].flatMap((code) => code ?? []);
}

/** Whether Graph says that an item does not exist. A 403 does not mean that. */
export async function isMissing(request: Promise<unknown>): Promise<boolean> {
  try {
    await request;
    return false;
  } catch (error) {
    if (getGraphStatus(error) === 404 && getGraphCodes(error).includes('itemNotFound')) return true;
    if (isAvaError(error) && error.code === 'not_found') return false;
    throw error;
  }
}

/**
 * The claims that Graph asks for in a 401, as JSON; null if it asks for none. The person's token was revoked, or a policy
 * asks for more (https://learn.microsoft.com/entra/identity-platform/claims-challenge).
 */
export function readClaimsChallenge(error: unknown): string | null {
  if (!(error instanceof GraphError) || error.statusCode !== 401) return null;
  const [, claims] = /\bclaims="([^"]+)"/.exec(error.headers?.get('www-authenticate') ?? '') ?? [];
  return claims === undefined ? null : Buffer.from(claims, 'base64').toString('utf8');
}

/** The error that Graph describes in a response; null for any other response. */
function readErrorBody(error: unknown): z.infer<typeof GraphErrorBody> | null {
  if (!(error instanceof GraphError) || typeof error.body !== 'string') return null;
  try {
    return GraphErrorBody.parse(JSON.parse(error.body));
  } catch {
    return null;
  }
}
