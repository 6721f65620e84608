import { drawAvatar } from '../avatar.ts';
import type { Person } from '../people.ts';
import { graphErrors } from './errors.ts';
import { me, ok, type Caller, type GraphReply, type GraphRequest, type GraphRoute } from './route.ts';
import { colleague, READ_USERS } from './users.ts';

/** The sizes Graph keeps of a photo, in pixels. */
const SIZES = [48, 64, 96, 120, 240, 360, 432, 504, 648];
const USUAL_SIZE = 240;

type Owner = { at: string; scopes: string[]; find: (request: GraphRequest, caller: Caller) => Person };

const owners: Owner[] = [
  { at: '/me', scopes: ['User.Read', 'User.ReadWrite', 'User.Read.All'], find: (_request, caller) => me(caller) },
  { at: '/users/{id}', scopes: READ_USERS, find: colleague },
];

/** Each owner's photo: what is known of it, its bytes, and its bytes in a given size. */
export const photoRoutes: GraphRoute[] = owners.flatMap(({ at, scopes, find }): GraphRoute[] => {
  const route = (pattern: string, handle: GraphRoute['handle']): GraphRoute => ({
    method: 'GET',
    pattern: at + pattern,
    scopes,
    handle,
  });
  return [
    route('/photo', (request, caller) => describe(request, find(request, caller))),
    route('/photo/$value', (request, caller) => bytes(find(request, caller), USUAL_SIZE)),
    route('/photos/{size}/$value', (request, caller) => bytes(find(request, caller), sizeOf(request))),
  ];
});

function describe({ base }: GraphRequest, person: Person): GraphReply {
  if (!person.hasPhoto) throw graphErrors.noPhoto();
  return ok({
    '@odata.context': `${base}/$metadata#users('${person.oid}')/photo/$entity`,
    '@odata.mediaContentType': 'image/png',
    id: `${USUAL_SIZE}x${USUAL_SIZE}`,
    height: USUAL_SIZE,
    width: USUAL_SIZE,
  });
}

function bytes(person: Person, size: number): GraphReply {
  if (!person.hasPhoto) throw graphErrors.noPhoto();
  return ok(drawAvatar(person, size), { 'content-type': 'image/png', etag: `"${person.oid}-${size}"` });
}

function sizeOf({ params }: GraphRequest): number {
  const asked = params['size'] ?? '';
  const size = SIZES.find((each) => asked === `${each}x${each}`);
  if (!size) throw graphErrors.badRequest(`The requested size '${asked}' is not one of the sizes of a photo.`);
  return size;
}
