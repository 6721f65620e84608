import { entraErrors } from '#sandbox/identity/entraErrors.ts';
import { GRAPH_RESOURCE, findResource, type Resource } from '#sandbox/identity/registrations.ts';

/** Scopes of OpenID Connect itself; they name no resource. */
const OPENID_SCOPES = new Set(['openid', 'profile', 'email', 'offline_access']);

export type ScopeRequest = {
  resource: Resource;
  /** Short names as in `scp`: `User.Read`. */
  names: string[];
  /** Whether `RESOURCE/.default` was requested: all registered scopes. */
  isDefault: boolean;
};

/**
 * Parses a `scope` parameter like Entra: `RESOURCE/NAME`, or only `NAME` for Graph; all scopes must be of one resource.
 * Throws 70011 for scopes of two resources and 500011 for an unregistered resource.
 */
export function parseScopes(scope: string): ScopeRequest {
  const resourceScopes = scope.split(' ').filter((name) => name && !OPENID_SCOPES.has(name));
  const parts = resourceScopes.map(splitScope);
  const ids = new Set(parts.map((part) => part.resourceId));
  if (ids.size > 1) throw entraErrors.invalidScope(scope);

  const id = parts[0]?.resourceId ?? GRAPH_RESOURCE;
  const resource = findResource(id);
  if (!resource) throw entraErrors.unknownResource(id);
  const names = parts.map((part) => part.name);
  return { resource, names: names.filter((name) => name !== '.default'), isDefault: names.includes('.default') };
}

/** The `scope` parameter for oidc-provider: each scope is prefixed with the id of its resource. */
export function toQualifiedScope(scope: string): string {
  const { resource, names, isDefault } = parseScopes(scope);
  const openIdScopes = scope.split(' ').filter((name) => OPENID_SCOPES.has(name));
  const resourceScopes = isDefault ? resource.scopes : names;
  return [...openIdScopes, ...resourceScopes.map((name) => `${resource.id}/${name}`)].join(' ');
}

function splitScope(scope: string): { resourceId: string; name: string } {
  const slash = scope.lastIndexOf('/');
  if (slash < 0) return { resourceId: GRAPH_RESOURCE, name: scope };
  return { resourceId: scope.slice(0, slash), name: scope.slice(slash + 1) };
}
