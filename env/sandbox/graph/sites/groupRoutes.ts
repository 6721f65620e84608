import { z } from 'zod';
import { findPerson, type Person } from '../../people.ts';
import { graphErrors } from '../errors.ts';
import { filterTest } from '../filter.ts';
import { countOf, pageOf, type Entity } from '../odata.ts';
import { me, ok, type Caller, type GraphRequest, type GraphRoute } from '../route.ts';
import { colleague, visibleTo } from '../users.ts';
import type { Site, World } from './world.ts';

const READ_MEMBERS = ['GroupMember.Read.All', 'Group.Read.All', 'Directory.Read.All'];
const READ_OWN = ['User.Read', ...READ_MEMBERS];
const USUAL_TOP = 100;
const MOST_TOP = 999;

type Group = { id: string; site: Site; entity: Entity; owners: Person[]; members: Person[] };

const Check = z.looseObject({ groupIds: z.array(z.string()).min(1).max(20) });

/** Each site has a group, whose owners own it, and an associated owners group beside it. */
export function groupRoutes(world: World): GraphRoute[] {
  const groups = (caller: Caller) =>
    world.sites.filter((site) => site.organization === caller.organization).flatMap(groupsOf);
  const named = ({ params }: GraphRequest, caller: Caller) => {
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
  const of = (caller: Caller, person: Person) => groups(caller).filter(({ members }) => members.includes(person));
  return [
    route('/groups', (request, caller) => {
      const filter = request.query.get('$filter');
      const test = filter === null ? () => true : filterTest(filter);
      return ok(
        listGroups(
          request,
          groups(caller).filter(({ entity }) => test(entity)),
        ),
      );
    }),
    route('/groups/{groupId}', (request, caller) => ok(named(request, caller).entity)),
    route('/groups/{groupId}/owners', (request, caller) => ok(people(request, caller, named(request, caller).owners))),
    route('/groups/{groupId}/members', (request, caller) =>
      ok(people(request, caller, named(request, caller).members)),
    ),
    route('/groups/{groupId}/transitiveMembers', (request, caller) =>
      ok(people(request, caller, named(request, caller).members)),
    ),
    route('/me/memberOf', (request, caller) => ok(listGroups(request, of(caller, me(caller)))), READ_OWN),
    route('/me/transitiveMemberOf', (request, caller) => ok(listGroups(request, of(caller, me(caller)))), READ_OWN),
    route(
      '/me/ownedObjects',
      (request, caller) => {
        const owned = groups(caller).filter(({ owners }) => owners.includes(me(caller)));
        return ok(listGroups(request, owned));
      },
      READ_OWN,
    ),
    route('/users/{id}/memberOf', (request, caller) => ok(listGroups(request, of(caller, colleague(request, caller))))),
    {
      ...route(
        '/me/checkMemberGroups',
        (request, caller) => {
          const parsed = Check.safeParse(request.body);
          if (!parsed.success) throw graphErrors.badRequest('groupIds must be a list of one to twenty ids.');
          const own = new Set(of(caller, me(caller)).map(({ id }) => id));
          return ok({ value: parsed.data.groupIds.filter((id) => own.has(id.toLowerCase())) });
        },
        READ_OWN,
      ),
      method: 'POST',
    },
  ];
}

function groupsOf(site: Site): Group[] {
  const { story, organization } = site;
  const person = (oid: string) => findPerson(oid, organization);
  const having = (...roles: string[]) =>
    [...site.people].filter(([, role]) => roles.includes(role)).flatMap(([oid]) => person(oid) ?? []);
  const mail = `${story.key}@${organization.domain}`;
  const associated = [...site.ownersGroup].flatMap((oid) => person(oid) ?? []);
  const unified = { mail, mailNickname: story.key, mailEnabled: true, securityEnabled: false, groupTypes: ['Unified'] };
  const security = {
    mail: null,
    mailNickname: `${story.key}-owners`,
    mailEnabled: false,
    securityEnabled: true,
    groupTypes: [],
  };
  const named = (id: string, displayName: string, kind: Entity): Entity => ({
    '@odata.type': '#microsoft.graph.group',
    id,
    displayName,
    description: story.description,
    visibility: site.everyone ? 'Public' : 'Private',
    ...kind,
  });
  return [
    {
      id: site.groupId,
      site,
      entity: named(site.groupId, story.name, unified),
      owners: having('owner'),
      members: having('owner', 'write'),
    },
    {
      id: site.ownersGroupId,
      site,
      entity: named(site.ownersGroupId, `${story.name} Site Owners`, security),
      owners: having('owner'),
      members: associated,
    },
  ];
}

function listGroups(request: GraphRequest, groups: Group[]): Entity {
  const top = countOf(request.query, '$top', USUAL_TOP, MOST_TOP);
  return pageOf(groups, request, { context: 'directoryObjects', top, write: ({ entity }) => chosen(entity, request) });
}

function people(request: GraphRequest, caller: Caller, list: Person[]): Entity {
  const top = countOf(request.query, '$top', USUAL_TOP, MOST_TOP);
  const write = (person: Person) => ({
    '@odata.type': '#microsoft.graph.user',
    ...chosen(visibleTo(caller, person), request),
  });
  return pageOf(list, request, { context: 'directoryObjects', top, write });
}

/** Directory objects of any kind have properties that others lack, so that an unknown name is no mistake here. */
function chosen(entity: Entity, { query }: GraphRequest): Entity {
  const names = query
    .get('$select')
    ?.split(',')
    .map((name) => name.trim());
  return names
    ? Object.fromEntries(Object.entries(entity).filter(([name]) => name.startsWith('@') || names.includes(name)))
    : entity;
}
