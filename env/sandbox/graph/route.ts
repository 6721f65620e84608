import type { Organization, Person } from '../people.ts';
import { graphErrors } from './errors.ts';

/** One call as a handler sees it, alone or as a member of a batch. */
export type GraphRequest = {
  method: string;
  /** After `/v1.0`: `/users/ada.moreau@northwind.example`. */
  path: string;
  /** Values of the pattern's `{names}`. */
  params: Record<string, string>;
  query: URLSearchParams;
  /** Lower-case names. */
  headers: Record<string, string | undefined>;
  body: unknown;
  /** `https://localhost:PORT/v1.0`, for next links. */
  base: string;
  /** Performs another call as the same caller; what `$batch` is made of. */
  perform(call: {
    method: string;
    url: string;
    headers: Record<string, string | undefined>;
    body: unknown;
  }): Promise<GraphReply>;
};

/** Whose token it is. `person` is missing when an application calls in its own name. */
export type Caller = {
  organization: Organization;
  person: Person | undefined;
  scopes: string[];
  roles: string[];
  /** Client id of the application the token was given to. */
  application: string;
};

/** Buffers go out as they are, everything else as JSON. */
export type GraphReply = { status: number; headers?: Record<string, string>; body: unknown };

/** One line of the table of what this Graph can do. Add a noun by adding routes. */
export type GraphRoute = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /**
   * `{name}` stands for one segment, `root:{path}` for what stands between the colons of `root:/a/b:`, and
   * `search(q='{q}')` for a function with an argument.
   */
  pattern: string;
  /** Delegated permissions, any one of which is enough; empty: any token for Graph. */
  scopes: string[];
  /** Application permissions, likewise; without them an application cannot call. */
  roles?: string[];
  /** Whether this caller may do this with this very thing. A no is answered with 403 accessDenied. */
  may?(caller: Caller, request: GraphRequest): boolean;
  handle(request: GraphRequest, caller: Caller): GraphReply | Promise<GraphReply>;
};

/** The person who calls. Throws Graph's 400 for an application, which is nobody's `me`. */
export function me(caller: Caller): Person {
  if (!caller.person) throw graphErrors.badRequest('/me request is only valid with delegated authentication flow.');
  return caller.person;
}

export function ok(body: unknown, headers?: Record<string, string>): GraphReply {
  return headers ? { status: 200, headers, body } : { status: 200, body };
}

/** Finds the route of a call. Throws Graph's 400 for a path and its 405 for a method that it does not know. */
export function routeOf(
  routes: GraphRoute[],
  method: string,
  path: string,
): { route: GraphRoute; params: Record<string, string> } {
  const given = segmentsOf(path).map(decoded);
  const fitting = routes.flatMap((route) => {
    const params = matched(route.pattern, given);
    return params ? [{ route, params }] : [];
  });
  if (fitting.length === 0) throw graphErrors.noSegment(path.split('/')[1] ?? '');
  const found = fitting.find(({ route }) => route.method === method);
  if (!found) throw graphErrors.wrongMethod();
  return found;
}

const compiled = new Map<string, RegExp[]>();

function matched(pattern: string, given: string[]): Record<string, string> | undefined {
  const wanted = compiled.get(pattern) ?? segmentsOf(pattern).map(segmentPattern);
  compiled.set(pattern, wanted);
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, test] of wanted.entries()) {
    const found = test.exec(given[index]!);
    if (!found) return undefined;
    Object.assign(params, found.groups);
  }
  return params;
}

/** Cuts at slashes, but keeps what stands between colons in one piece: `root:/a/b:/children` has two segments. */
function segmentsOf(path: string): string[] {
  return [...path.matchAll(/[^/:]*:\/[^:]*:?|[^/]+/g)].map(([segment]) => segment);
}

function segmentPattern(segment: string): RegExp {
  const plain = /^\{\w+\}$/.test(segment);
  const source = segment
    .replace(/[()'$.]/g, '\\$&')
    .replace(/:\{(\w+)\}$/, ':(?<$1>/[^:]*):?')
    // A whole segment is never empty, and never one with colons.
    .replace(/\{(\w+)\}/g, plain ? '(?<$1>[^:]+)' : '(?<$1>.*?)');
  return new RegExp(`^${source}$`, 'i');
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw graphErrors.badRequest(`The segment '${segment}' is not well encoded.`);
  }
}
