import { findPerson, type Person } from '../people.ts';
import { graphErrors } from './errors.ts';
import { filterTest, searchTest } from './filter.ts';
import { countOf, pageOf, selected, type Entity, type EntityType } from './odata.ts';
import { me, ok, type Caller, type GraphRequest, type GraphRoute } from './route.ts';

export const READ_USERS = ['User.ReadBasic.All', 'User.Read.All', 'Directory.Read.All'];
const READ_WHOLE_USERS = ['User.Read.All', 'Directory.Read.All'];
const USUAL_TOP = 100;
const MOST_TOP = 999;

const userType: EntityType = {
  name: 'microsoft.graph.user',
  usual: [
    'businessPhones',
    'displayName',
    'givenName',
    'jobTitle',
    'mail',
    'mobilePhone',
    'officeLocation',
    'preferredLanguage',
    'surname',
    'userPrincipalName',
    'id',
  ],
  // Graph sends these only to those who ask for them by name.
  further: ['accountEnabled', 'companyName', 'department', 'userType'],
};
/** What User.ReadBasic.All shows of others; the rest comes as null. */
const BASIC = ['displayName', 'givenName', 'mail', 'surname', 'userPrincipalName', 'id'];

export const userRoutes: GraphRoute[] = [
  {
    method: 'GET',
    pattern: '/me',
    scopes: ['User.Read', 'User.ReadWrite', 'User.Read.All'],
    handle: (request, caller) => ok(single(request, userEntity(me(caller)))),
  },
  {
    method: 'GET',
    pattern: '/users/{id}',
    scopes: READ_USERS,
    roles: READ_WHOLE_USERS,
    handle: (request, caller) => ok(single(request, visibleTo(caller, colleague(request, caller)))),
  },
  { method: 'GET', pattern: '/users', scopes: READ_USERS, roles: READ_WHOLE_USERS, handle: listUsers },
];

/** The person a path names by object id or sign-in name. Throws Graph's 404 outside the caller's own organization. */
export function colleague(request: GraphRequest, caller: Caller): Person {
  const id = request.params['id'] ?? '';
  const person = findPerson(id, caller.organization);
  if (!person || person.key === id.toLowerCase()) throw graphErrors.notFound(id);
  return person;
}

function listUsers(request: GraphRequest, caller: Caller) {
  const { query } = request;
  const tests: Array<(entity: Entity) => boolean> = [];
  const filter = query.get('$filter');
  const search = query.get('$search');
  if (search !== null) {
    if (request.headers['consistencylevel']?.toLowerCase() !== 'eventual') {
      throw graphErrors.badRequest(
        "Request with $search query parameter only works through MSGraph with a special request header: 'ConsistencyLevel: eventual'",
      );
    }
    tests.push(searchTest(search));
  }
  if (filter !== null) tests.push(filterTest(filter));
  const found = caller.organization.people
    .map((person) => visibleTo(caller, person))
    .filter((entity) => tests.every((test) => test(entity)));
  return ok(
    pageOf(found, request, {
      context: 'users',
      top: countOf(query, '$top', USUAL_TOP, MOST_TOP),
      write: (entity) => selected(userType, entity, query),
    }),
  );
}

function single({ base, query }: GraphRequest, entity: Entity): Entity {
  return { '@odata.context': `${base}/$metadata#users/$entity`, ...selected(userType, entity, query) };
}

/** What a caller may see of a person. */
export function visibleTo(caller: Caller, person: Person): Entity {
  const entity = userEntity(person);
  const whole = [...caller.scopes, ...caller.roles].some((permission) => READ_WHOLE_USERS.includes(permission));
  if (whole || caller.person === person) return entity;
  return Object.fromEntries(
    Object.entries(entity).map(([name, value]) => [name, BASIC.includes(name) ? value : emptyOf(value)]),
  );
}

function emptyOf(value: unknown): unknown {
  return Array.isArray(value) ? [] : null;
}

function userEntity(person: Person): Entity {
  return {
    id: person.oid,
    displayName: person.displayName,
    givenName: person.givenName,
    surname: person.surname,
    mail: person.mail,
    userPrincipalName: person.userPrincipalName,
    jobTitle: person.jobTitle,
    department: person.department,
    companyName: person.companyName,
    officeLocation: person.officeLocation,
    mobilePhone: person.mobilePhone,
    businessPhones: person.businessPhones,
    preferredLanguage: person.preferredLanguage,
    accountEnabled: true,
    userType: 'Member',
  };
}
