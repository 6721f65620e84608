import { AvaError } from '../../contract/errors.ts';

/** Whether an id can stand in a path: nothing and dots alone would lead to another place, however they are written. */
export function isSegment(id: string): boolean {
  return !/^\.*$/.test(id);
}

/** An id as one segment of a path of Graph's. Throws `not_found` for one that could be none: nothing has such an id. */
export function segment(id: string): string {
  if (!isSegment(id)) throw new AvaError('not_found', { cause: new Error('an id that is no segment of a path') });
  return encodeURIComponent(id.toWellFormed());
}

/** The same for a site as Graph names it: host, site and web with commas between. */
export function siteSegment(graphId: string): string {
  return graphId.split(',').map(segment).join(',');
}
