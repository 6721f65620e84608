import { createHmac, randomBytes } from 'node:crypto';
import { graphErrors } from './graphErrors.ts';
import type { GraphRequest } from './graphRoute.ts';

export type Entity = Record<string, unknown>;

/** Created at each start: only the server that created a skip token accepts it. */
const SECRET = randomBytes(32);
/** Query options that a skip token is bound to, because they determine the items it skips. */
const SIGNED_OPTIONS = ['$filter', '$search', '$orderby'];

/** The properties of a type: those that Graph returns by default, and those that need `$select`. */
export type EntityType = { name: string; default: string[]; optional: string[] };

/** Returns the properties of `$select`, or the default ones. Throws Graph's 400 for an unknown property. */
export function selectProperties(type: EntityType, entity: Entity, query: URLSearchParams): Entity {
  const names = query
    .get('$select')
    ?.split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  const known = [...type.default, ...type.optional];
  const unknown = names?.find((name) => !known.includes(name));
  if (unknown) throw graphErrors.noSuchProperty(unknown, type.name);
  return Object.fromEntries((names ?? type.default).map((name) => [name, entity[name]]));
}

/** Reads an integer query option. Throws Graph's 400 outside of 1 to `max`. */
export function readCount(query: URLSearchParams, option: string, defaultCount: number, max: number): number {
  const text = query.get(option);
  if (text === null) return defaultCount;
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > max) {
    throw graphErrors.badRequest(`Invalid page size specified: '${text}'. Must be between 1 and ${max} inclusive.`);
  }
  return count;
}

/**
 * Creates one page of a collection, with `@odata.nextLink` if more items follow.
 *
 * @param context The part of the context address after `$metadata#`, such as `users`.
 */
export function createPage<T>(
  items: T[],
  request: GraphRequest,
  { context, top, toEntity }: { context: string; top: number; toEntity: (item: T) => Entity },
): Entity {
  const start = readOffset(request);
  const end = start + top;
  const page: Entity = { '@odata.context': `${request.base}/$metadata#${context}` };
  if (request.query.get('$count') === 'true') page['@odata.count'] = items.length;
  if (end < items.length) page['@odata.nextLink'] = createNextLink(request, end);
  return { ...page, value: items.slice(start, end).map(toEntity) };
}

function createNextLink(request: GraphRequest, offset: number): string {
  const query = new URLSearchParams(request.query);
  query.set('$skiptoken', createSkipToken(request, offset));
  return `${request.base}${request.path}?${query.toString()}`;
}

function readOffset(request: GraphRequest): number {
  const token = request.query.get('$skiptoken');
  if (token === null) return 0;
  const offset = Number(Buffer.from(token, 'base64url').toString('latin1').split('.')[0]);
  if (!Number.isInteger(offset) || createSkipToken(request, offset) !== token)
    throw graphErrors.badRequest('Skip token is invalid.');
  return offset;
}

function createSkipToken({ path, query }: GraphRequest, offset: number): string {
  const options = SIGNED_OPTIONS.map((option) => query.get(option) ?? '');
  const signature = createHmac('sha256', SECRET)
    .update(JSON.stringify([path, offset, ...options]))
    .digest('base64url');
  return Buffer.from(`${offset}.${signature}`, 'latin1').toString('base64url');
}
