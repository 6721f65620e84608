import { AvaError } from '#contract/errors.ts';

/** Whether an id can be a segment of a path. Empty and dots-only segments would lead to another path, even escaped. */
export function isPathSegment(id: string): boolean {
  return !/^\.*$/.test(id);
}

/** Escapes an id as one segment of a Graph path. Throws `not_found` if it cannot be one: no such item exists. */
export function toPathSegment(id: string): string {
  if (!isPathSegment(id)) throw new AvaError('not_found', { cause: new Error('the id cannot be a path segment') });
  return encodeURIComponent(id.toWellFormed());
}

/** Escapes Graph's id of a site: host, site and web, separated by commas. */
export function toSiteSegment(graphId: string): string {
  return graphId.split(',').map(toPathSegment).join(',');
}
