import { findPerson } from '#sandbox/people.ts';
import type { Person } from '#sandbox/person.ts';
import { graphErrors } from './graphErrors.ts';
import { parseFilter, parseSearch } from './odataFilter.ts';
import { readCount, createPage, selectProperties, type Entity, type EntityType } from './odata.ts';
import { getCallingPerson, ok, type Caller, type GraphRequest, type GraphRoute } from './graphRoute.ts';

export const READ_USERS = ['User.ReadBasic.All', 'User.Read.All', 'Directory.Read.All'];
const READ_WHOLE_USERS = ['User.Read.All', 'Directory.Read.All'];
const DEFAULT_TOP = 100;
const MAX_TOP = 999;

const userType: EntityType = {
  name: 'microsoft.graph.user',
  default: [
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
  // Graph returns these only with `$select`.
  optional: ['accountEnabled', 'companyName', 'department', 'userType'],
};
/** Properties of other users that User.ReadBasic.All gives access to; all others are null or empty lists. */
const BASIC = ['displayName', 'givenName', 'mail', 'surname', 'userPrincipalName', 'id'];

export const userRoutes: GraphRoute[] = [
  {
    method: 'GET',
    pattern: '/me',
    scopes: ['User.Read', 'User.ReadWrite', 'User.Read.All'],
    handle: (request, caller) => ok(toUserReply(request, createUserEntity(getCallingPerson(caller)))),
  },
  {
    method: 'GET',
    pattern: '/users/{id}',
    scopes: READ_USERS,
    roles: READ_WHOLE_USERS,
    handle: (request, caller) => ok(toUserReply(request, toVisibleEntity(caller, getUser(request, caller)))),
  },
  { method: 'GET', pattern: '/users', scopes: READ_USERS, roles: READ_WHOLE_USERS, handle: listUsers },
];

/** Finds the person whose object id or sign-in name is in the path; 404 outside the caller's organization. */
export function getUser(request: GraphRequest, caller: Caller): Person {
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
    tests.push(parseSearch(search));
  }
  if (filter !== null) tests.push(parseFilter(filter));
  const users = caller.organization.people
    .map((person) => toVisibleEntity(caller, person))
    .filter((entity) => tests.every((test) => test(entity)));
  return ok(
    createPage(users, request, {
      context: 'users',
      top: readCount(query, '$top', DEFAULT_TOP, MAX_TOP),
      toEntity: (entity) => selectProperties(userType, entity, query),
    }),
  );
}

function toUserReply({ base, query }: GraphRequest, entity: Entity): Entity {
  return { '@odata.context': `${base}/$metadata#users/$entity`, ...selectProperties(userType, entity, query) };
}

/** A person with the properties that the caller can read. */
export function toVisibleEntity(caller: Caller, person: Person): Entity {
  const entity = createUserEntity(person);
  const canReadAll = [...caller.scopes, ...caller.roles].some((permission) => READ_WHOLE_USERS.includes(permission));
  if (canReadAll || caller.person === person) return entity;
  return Object.fromEntries(
    Object.entries(entity).map(([name, value]) => [name, BASIC.includes(name) ? value : toEmptyValue(value)]),
  );
}

function toEmptyValue(value: unknown): unknown {
  return Array.isArray(value) ? [] : null;
}

function createUserEntity(person: Person): Entity {
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
