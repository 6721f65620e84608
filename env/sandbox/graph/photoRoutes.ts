import { drawAvatar } from '#sandbox/avatar.ts';
import type { Person } from '#sandbox/person.ts';
import { graphErrors } from './graphErrors.ts';
import {
  getCallingPerson,
  ok,
  type Caller,
  type GraphReply,
  type GraphRequest,
  type GraphRoute,
} from './graphRoute.ts';
import { getUser, READ_USERS } from './userRoutes.ts';

/** The sizes of a photo in Graph, in pixels. */
const SIZES = [48, 64, 96, 120, 240, 360, 432, 504, 648];
const DEFAULT_SIZE = 240;

type Owner = { path: string; scopes: string[]; find: (request: GraphRequest, caller: Caller) => Person };

const owners: Owner[] = [
  {
    path: '/me',
    scopes: ['User.Read', 'User.ReadWrite', 'User.Read.All'],
    find: (_request, caller) => getCallingPerson(caller),
  },
  { path: '/users/{id}', scopes: READ_USERS, find: getUser },
];

/** For each owner: the photo's metadata, its bytes, and its bytes in a given size. */
export const photoRoutes: GraphRoute[] = owners.flatMap(({ path, scopes, find }): GraphRoute[] => {
  const route = (pattern: string, handle: GraphRoute['handle']): GraphRoute => ({
    method: 'GET',
    pattern: path + pattern,
    scopes,
    handle,
  });
  return [
    route('/photo', (request, caller) => getPhotoInfo(request, find(request, caller))),
    route('/photo/$value', (request, caller) => getPhotoBytes(find(request, caller), DEFAULT_SIZE)),
    route('/photos/{size}/$value', (request, caller) => getPhotoBytes(find(request, caller), readSize(request))),
  ];
});

function getPhotoInfo({ base }: GraphRequest, person: Person): GraphReply {
  if (!person.hasPhoto) throw graphErrors.noPhoto();
  return ok({
    '@odata.context': `${base}/$metadata#users('${person.oid}')/photo/$entity`,
    '@odata.mediaContentType': 'image/png',
    id: `${DEFAULT_SIZE}x${DEFAULT_SIZE}`,
    height: DEFAULT_SIZE,
    width: DEFAULT_SIZE,
  });
}

function getPhotoBytes(person: Person, size: number): GraphReply {
  if (!person.hasPhoto) throw graphErrors.noPhoto();
  return ok(drawAvatar(person, size), { 'content-type': 'image/png', etag: `"${person.oid}-${size}"` });
}

function readSize({ params }: GraphRequest): number {
  const text = params['size'] ?? '';
  const size = SIZES.find((pixels) => text === `${pixels}x${pixels}`);
  if (!size) throw graphErrors.badRequest(`The requested size '${text}' is not one of the sizes of a photo.`);
  return size;
}
