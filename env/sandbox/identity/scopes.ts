import { refuse } from './refusals.ts';
import { GRAPH_RESOURCE, resourceNamed, type Resource } from './registrations.ts';

/** Scopes of OpenID Connect itself; they name no resource. */
const OPENID_SCOPES = new Set(['openid', 'profile', 'email', 'offline_access']);

export type AskedScopes = {
  resource: Resource;
  /** Short names, as they stand in `scp`: `User.Read`. */
  names: string[];
  /** `RESOURCE/.default`: everything the registration was given. */
  everything: boolean;
};

/**
 * Reads a `scope` parameter the way Entra does: `RESOURCE/NAME`, a bare name means Graph, one resource at a time.
 * Throws 70011 for scopes of two resources and 500011 for a resource nobody registered.
 */
export function askedScopes(scope: string): AskedScopes {
  const asked = scope.split(' ').filter((each) => each && !OPENID_SCOPES.has(each));
  const parts = asked.map(splitScope);
  const ids = new Set(parts.map((part) => part.resourceId));
  if (ids.size > 1) throw refuse.invalidScope(scope);

  const id = parts[0]?.resourceId ?? GRAPH_RESOURCE;
  const resource = resourceNamed(id);
  if (!resource) throw refuse.unknownResource(id);
  const names = parts.map((part) => part.name);
  return { resource, names: names.filter((name) => name !== '.default'), everything: names.includes('.default') };
}

/** The `scope` parameter as oidc-provider is to see it: each scope with its resource's own id in front. */
export function canonicalScope(scope: string): string {
  const { resource, names, everything } = askedScopes(scope);
  const openid = scope.split(' ').filter((each) => OPENID_SCOPES.has(each));
  const wanted = everything ? resource.scopes : names;
  return [...openid, ...wanted.map((name) => `${resource.id}/${name}`)].join(' ');
}

function splitScope(scope: string): { resourceId: string; name: string } {
  const slash = scope.lastIndexOf('/');
  if (slash < 0) return { resourceId: GRAPH_RESOURCE, name: scope };
  return { resourceId: scope.slice(0, slash), name: scope.slice(slash + 1) };
}
