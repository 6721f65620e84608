import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Organization } from '#sandbox/people.ts';
import type { Person } from '#sandbox/person.ts';
import { graphErrors } from './graphErrors.ts';

/** A single call or a call in a batch. */
export type GraphRequest = {
  method: string;
  /** The path after `/v1.0`: `/users/ada.moreau@northwind.example`. */
  path: string;
  /** Values of the placeholders in the route's pattern, by name. */
  params: Record<string, string>;
  query: URLSearchParams;
  /** Lower-case names. */
  headers: Record<string, string | undefined>;
  body: unknown;
  /** `https://localhost:PORT/v1.0`, for next links. */
  base: string;
  /** Performs another call for the same caller; used by `$batch`. */
  perform(call: {
    method: string;
    url: string;
    headers: Record<string, string | undefined>;
    body: unknown;
  }): Promise<GraphReply>;
};

/** The caller that a token names. `person` is undefined for the token of an application. */
export type Caller = {
  organization: Organization;
  person: Person | undefined;
  scopes: string[];
  roles: string[];
  /** Client id of the application that the token was issued to. */
  application: string;
};

/** Buffers are sent as they are, everything else as JSON. */
export type GraphReply = { status: number; headers?: Record<string, string>; body: unknown };

/** Handles an address that needs no token. Returns no reply if it has already sent one. */
export type OpenAddress = (
  query: URLSearchParams,
  request: IncomingMessage,
  response: ServerResponse,
) => Promise<GraphReply | void>;

/** One call that the sandbox's Graph supports. */
export type GraphRoute = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /**
   * `{name}` matches one segment, `root:{path}` the path between the colons of `root:/a/b:`, and `search(q='{q}')` a
   * function with an argument.
   */
  pattern: string;
  /** Delegated permissions, one of which is required; if empty, any token for Graph is accepted. */
  scopes: string[];
  /** The same for applications; if undefined, applications cannot make this call. */
  roles?: string[];
  /** Whether the caller has access to the requested resource; otherwise 403 accessDenied is sent. */
  isAllowed?(caller: Caller, request: GraphRequest): boolean;
  handle(request: GraphRequest, caller: Caller): GraphReply | Promise<GraphReply>;
};

/** Returns the calling person. Throws Graph's 400 for an application, which has no `me`. */
export function getCallingPerson(caller: Caller): Person {
  if (!caller.person) throw graphErrors.badRequest('/me request is only valid with delegated authentication flow.');
  return caller.person;
}

export function ok(body: unknown, headers?: Record<string, string>): GraphReply {
  return headers ? { status: 200, headers, body } : { status: 200, body };
}

/** Finds the route of a call. Throws Graph's 400 for an unknown path and its 405 for an unknown method. */
export function findRoute(
  routes: GraphRoute[],
  method: string,
  path: string,
): { route: GraphRoute; params: Record<string, string> } {
  const segments = splitPath(path).map(decodeSegment);
  const matches = routes.flatMap((route) => {
    const params = matchRoute(route.pattern, segments);
    return params ? [{ route, params }] : [];
  });
  if (matches.length === 0) throw graphErrors.noSegment(path.split('/')[1] ?? '');
  const match = matches.find(({ route }) => route.method === method);
  if (!match) throw graphErrors.wrongMethod();
  return match;
}

const compiledPatterns = new Map<string, RegExp[]>();

function matchRoute(pattern: string, segments: string[]): Record<string, string> | undefined {
  const segmentPatterns = compiledPatterns.get(pattern) ?? splitPath(pattern).map(toSegmentPattern);
  compiledPatterns.set(pattern, segmentPatterns);
  if (segmentPatterns.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, segmentPattern] of segmentPatterns.entries()) {
    const match = segmentPattern.exec(segments[index]!);
    if (!match) return undefined;
    Object.assign(params, match.groups);
  }
  return params;
}

/** Splits at slashes, except between colons: `root:/a/b:/children` has two segments. */
function splitPath(path: string): string[] {
  return [...path.matchAll(/[^/:]*:\/[^:]*:?|[^/]+/g)].map(([segment]) => segment);
}

function toSegmentPattern(segment: string): RegExp {
  const isPlaceholder = /^\{\w+\}$/.test(segment);
  const source = segment
    .replace(/[()'$.]/g, '\\$&')
    .replace(/:\{(\w+)\}$/, ':(?<$1>/[^:]*):?')
    // A placeholder for a whole segment matches at least one character and no colon, except in the id of a chat.
    .replace(/\{(\w+)\}/g, isPlaceholder ? '(?<$1>[^:]+|19:[^:]+)' : '(?<$1>.*?)');
  return new RegExp(`^${source}$`, 'i');
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw graphErrors.badRequest(`The segment '${segment}' is not encoded correctly.`);
  }
}
