import { createHmac, randomBytes } from 'node:crypto';
import { graphErrors } from './errors.ts';
import type { GraphRequest } from './route.ts';

export type Entity = Record<string, unknown>;

/** Made anew at each start: a skip token is worth nothing to anybody but the server that wrote it. */
const SECRET = randomBytes(32);
/** Query options that decide which items a skip token counts. */
const DECIDING = ['$filter', '$search', '$orderby'];

/** Which properties a type has, and which Graph sends when `$select` does not say. */
export type EntityType = { name: string; usual: string[]; further: string[] };

/** The properties `$select` asks for, or the usual ones. Throws Graph's 400 for a property the type does not have. */
export function selected(type: EntityType, entity: Entity, query: URLSearchParams): Entity {
  const asked = query
    .get('$select')
    ?.split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  const known = [...type.usual, ...type.further];
  const unknown = asked?.find((name) => !known.includes(name));
  if (unknown) throw graphErrors.noSuchProperty(unknown, type.name);
  return Object.fromEntries((asked ?? type.usual).map((name) => [name, entity[name]]));
}

/** A whole number from a query option. Throws Graph's 400 outside 1…most. */
export function countOf(query: URLSearchParams, option: string, usual: number, most: number): number {
  const text = query.get(option);
  if (text === null) return usual;
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > most) {
    throw graphErrors.badRequest(`Invalid page size specified: '${text}'. Must be between 1 and ${most} inclusive.`);
  }
  return count;
}

/**
 * One page of a collection, with `@odata.nextLink` while there is more.
 *
 * @param context What follows `$metadata#` in the context address: `users`.
 */
export function pageOf<T>(
  items: T[],
  request: GraphRequest,
  { context, top, write }: { context: string; top: number; write: (item: T) => Entity },
): Entity {
  const start = offsetIn(request);
  const end = start + top;
  const page: Entity = { '@odata.context': `${request.base}/$metadata#${context}` };
  if (request.query.get('$count') === 'true') page['@odata.count'] = items.length;
  if (end < items.length) page['@odata.nextLink'] = nextLink(request, end);
  return { ...page, value: items.slice(start, end).map(write) };
}

function nextLink(request: GraphRequest, offset: number): string {
  const query = new URLSearchParams(request.query);
  query.set('$skiptoken', skipToken(request, offset));
  return `${request.base}${request.path}?${query.toString()}`;
}

function offsetIn(request: GraphRequest): number {
  const token = request.query.get('$skiptoken');
  if (token === null) return 0;
  const offset = Number(Buffer.from(token, 'base64url').toString('latin1').split('.')[0]);
  if (!Number.isInteger(offset) || skipToken(request, offset) !== token)
    throw graphErrors.badRequest('Skip token is invalid.');
  return offset;
}

function skipToken({ path, query }: GraphRequest, offset: number): string {
  const deciding = DECIDING.map((option) => query.get(option) ?? '');
  const seal = createHmac('sha256', SECRET)
    .update(JSON.stringify([path, offset, ...deciding]))
    .digest('base64url');
  return Buffer.from(`${offset}.${seal}`, 'latin1').toString('base64url');
}
