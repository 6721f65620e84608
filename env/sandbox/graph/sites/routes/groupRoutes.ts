import { z } from 'zod';
import { findPerson } from '#sandbox/people.ts';
import type { Person } from '#sandbox/person.ts';
import { graphErrors } from '#sandbox/graph/graphErrors.ts';
import { parseFilter } from '#sandbox/graph/odataFilter.ts';
import { readCount, createPage, type Entity } from '#sandbox/graph/odata.ts';
import { getCallingPerson, ok, type Caller, type GraphRequest, type GraphRoute } from '#sandbox/graph/graphRoute.ts';
import { getUser, toVisibleEntity } from '#sandbox/graph/userRoutes.ts';
import type { Site, SiteStore } from '#sandbox/graph/sites/store/siteStore.ts';

const READ_MEMBERS = ['GroupMember.Read.All', 'Group.Read.All', 'Directory.Read.All'];
const READ_OWN = ['User.Read', ...READ_MEMBERS];
const DEFAULT_TOP = 100;
const MAX_TOP = 999;

type Group = { id: string; site: Site; entity: Entity; owners: Person[]; members: Person[] };

const MemberCheck = z.looseObject({ groupIds: z.array(z.string()).min(1).max(20) });

/** Each site has two groups: a Microsoft 365 group, whose owners own the site, and the associated owners group. */
export function groupRoutes(store: SiteStore): GraphRoute[] {
  const groups = (caller: Caller) =>
    store.sites.filter((site) => site.organization === caller.organization).flatMap(createGroups);
  const getGroup = ({ params }: GraphRequest, caller: Caller) => {
    const group = groups(caller).find(({ id }) => id === params['groupId']?.toLowerCase());
    if (!group) throw graphErrors.notFound(params['groupId'] ?? '');
    return group;
  };
  const route = (pattern: string, handle: GraphRoute['handle'], scopes = READ_MEMBERS): GraphRoute => ({
    method: 'GET',
    pattern,
    scopes,
    roles: READ_MEMBERS,
    handle,
  });
  const listMemberships = (caller: Caller, person: Person) =>
    groups(caller).filter(({ members }) => members.includes(person));
  return [
    route('/groups', (request, caller) => {
      const filter = request.query.get('$filter');
      const matches = filter === null ? () => true : parseFilter(filter);
      return ok(
        createGroupPage(
          request,
          groups(caller).filter(({ entity }) => matches(entity)),
        ),
      );
    }),
    route('/groups/{groupId}', (request, caller) => ok(getGroup(request, caller).entity)),
    route('/groups/{groupId}/owners', (request, caller) =>
      ok(createMemberPage(request, caller, getGroup(request, caller).owners)),
    ),
    route('/groups/{groupId}/members', (request, caller) =>
      ok(createMemberPage(request, caller, getGroup(request, caller).members)),
    ),
    route('/groups/{groupId}/transitiveMembers', (request, caller) =>
      ok(createMemberPage(request, caller, getGroup(request, caller).members)),
    ),
    route(
      '/me/memberOf',
      (request, caller) => ok(createGroupPage(request, listMemberships(caller, getCallingPerson(caller)))),
      READ_OWN,
    ),
    route(
      '/me/transitiveMemberOf',
      (request, caller) => ok(createGroupPage(request, listMemberships(caller, getCallingPerson(caller)))),
      READ_OWN,
    ),
    route(
      '/me/ownedObjects',
      (request, caller) => {
        const owned = groups(caller).filter(({ owners }) => owners.includes(getCallingPerson(caller)));
        return ok(createGroupPage(request, owned));
      },
      READ_OWN,
    ),
    route('/users/{id}/memberOf', (request, caller) =>
      ok(createGroupPage(request, listMemberships(caller, getUser(request, caller)))),
    ),
    {
      ...route(
        '/me/checkMemberGroups',
        (request, caller) => {
          const parsed = MemberCheck.safeParse(request.body);
          if (!parsed.success) throw graphErrors.badRequest('groupIds must be a list of one to twenty ids.');
          const ownIds = new Set(listMemberships(caller, getCallingPerson(caller)).map(({ id }) => id));
          return ok({ value: parsed.data.groupIds.filter((id) => ownIds.has(id.toLowerCase())) });
        },
        READ_OWN,
      ),
      method: 'POST',
    },
  ];
}

function createGroups(site: Site): Group[] {
  const { definition, organization } = site;
  const findMember = (oid: string) => findPerson(oid, organization);
  const listPeople = (...roles: string[]) =>
    [...site.people].filter(([, role]) => roles.includes(role)).flatMap(([oid]) => findMember(oid) ?? []);
  const mail = `${definition.key}@${organization.domain}`;
  const associatedOwners = [...site.ownersGroup].flatMap((oid) => findMember(oid) ?? []);
  const unified = {
    mail,
    mailNickname: definition.key,
    mailEnabled: true,
    securityEnabled: false,
    groupTypes: ['Unified'],
  };
  const security = {
    mail: null,
    mailNickname: `${definition.key}-owners`,
    mailEnabled: false,
    securityEnabled: true,
    groupTypes: [],
  };
  const createEntity = (id: string, displayName: string, kind: Entity): Entity => ({
    '@odata.type': '#microsoft.graph.group',
    id,
    displayName,
    description: definition.description,
    visibility: site.everyone ? 'Public' : 'Private',
    ...kind,
  });
  return [
    {
      id: site.groupId,
      site,
      entity: createEntity(site.groupId, definition.name, unified),
      owners: listPeople('owner'),
      members: listPeople('owner', 'write'),
    },
    {
      id: site.ownersGroupId,
      site,
      entity: createEntity(site.ownersGroupId, `${definition.name} Site Owners`, security),
      owners: listPeople('owner'),
      members: associatedOwners,
    },
  ];
}

function createGroupPage(request: GraphRequest, groups: Group[]): Entity {
  const top = readCount(request.query, '$top', DEFAULT_TOP, MAX_TOP);
  return createPage(groups, request, {
    context: 'directoryObjects',
    top,
    toEntity: ({ entity }) => selectDirectoryProperties(entity, request),
  });
}

function createMemberPage(request: GraphRequest, caller: Caller, people: Person[]): Entity {
  const top = readCount(request.query, '$top', DEFAULT_TOP, MAX_TOP);
  const toEntity = (person: Person) => ({
    '@odata.type': '#microsoft.graph.user',
    ...selectDirectoryProperties(toVisibleEntity(caller, person), request),
  });
  return createPage(people, request, { context: 'directoryObjects', top, toEntity });
}

/** Unknown names are ignored, because types of directory objects have different properties. */
function selectDirectoryProperties(entity: Entity, { query }: GraphRequest): Entity {
  const names = query
    .get('$select')
    ?.split(',')
    .map((name) => name.trim());
  return names
    ? Object.fromEntries(Object.entries(entity).filter(([name]) => name.startsWith('@') || names.includes(name)))
    : entity;
}
