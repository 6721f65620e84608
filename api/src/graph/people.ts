import { isAvaError } from '#contract/errors.ts';
import { GRAPH_SEARCH_HITS, PROFILE_PHOTO_PX } from '#contract/limits.ts';
import type { Peer } from '#contract/people.ts';
import type { Person } from '#api/identity/person.ts';
import type { PeopleGraph, Profile } from './graph.ts';
import type { GraphClient } from './client/graphClient.ts';
import { listItems } from './client/pages.ts';
import { toPathSegment } from './client/pathSegment.ts';

interface GraphUser {
  id: string;
  displayName?: string | null;
  givenName?: string | null;
  surname?: string | null;
  mail?: string | null;
  userPrincipalName?: string | null;
  jobTitle?: string | null;
  department?: string | null;
  companyName?: string | null;
  businessPhones?: string[] | null;
  mobilePhone?: string | null;
  officeLocation?: string | null;
  scoredEmailAddresses?: { address?: string | null }[] | null;
  /** Set for relevant people, who can also be groups and contacts. */
  personType?: { class?: string | null; subclass?: string | null } | null;
}

const USER_FIELDS =
  'id,displayName,givenName,surname,mail,userPrincipalName,jobTitle,department,companyName,businessPhones,mobilePhone,officeLocation';
const PEER_FIELDS = 'id,displayName,mail,userPrincipalName,jobTitle';

function toProfile(user: GraphUser): Profile {
  return {
    name: user.displayName ?? '',
    givenName: user.givenName ?? '',
    surname: user.surname ?? '',
    email: user.mail ?? user.userPrincipalName ?? '',
    title: user.jobTitle ?? '',
    department: user.department ?? '',
    company: user.companyName ?? '',
    phone: user.businessPhones?.[0] ?? user.mobilePhone ?? '',
    officeLocation: user.officeLocation ?? '',
  };
}

function toPeer(user: GraphUser): Peer {
  const email = user.mail ?? user.scoredEmailAddresses?.[0]?.address ?? user.userPrincipalName ?? '';
  return { id: user.id, name: user.displayName ?? email, email, title: user.jobTitle ?? '' };
}

/** Whether this is a person with an account in the organization. Nothing can be shared with groups and contacts. */
function isColleague({ personType }: GraphUser): boolean {
  return !personType?.subclass || personType.subclass === 'OrganizationUser';
}

/** Escapes text for an OData string, in which a quotation mark is doubled. */
function escapeODataText(text: string): string {
  return encodeURIComponent(text.replaceAll("'", "''"));
}

export function createPeople(client: GraphClient): PeopleGraph {
  async function searchUsers(person: Person, text: string, fields: string, signal?: AbortSignal): Promise<GraphUser[]> {
    const start = escapeODataText(text.trim());
    const filter = `startswith(displayName,'${start}') or startswith(givenName,'${start}') or startswith(surname,'${start}') or startswith(mail,'${start}')`;
    const path = `/users?$filter=${filter}&$top=${GRAPH_SEARCH_HITS}&$select=${fields}`;
    return listItems<GraphUser>(client, person, path, { count: GRAPH_SEARCH_HITS, signal });
  }

  return {
    async getProfile(person) {
      return toProfile(await client.get<GraphUser>(person, `/me?$select=${USER_FIELDS}`));
    },

    async getPhoto(person, idOrAddress) {
      const userPath = idOrAddress === null ? '/me' : `/users/${toPathSegment(idOrAddress)}`;
      return client.getBytes(person, `${userPath}/photos/${PROFILE_PHOTO_PX}x${PROFILE_PHOTO_PX}/$value`);
    },

    async listPeers(person, search) {
      if (search.trim() !== '') return (await searchUsers(person, search, PEER_FIELDS)).map(toPeer);
      const path = `/me/people?$top=${GRAPH_SEARCH_HITS}`;
      const people = await listItems<GraphUser>(client, person, path, { count: GRAPH_SEARCH_HITS });
      return people.filter(isColleague).map(toPeer);
    },

    async findProfiles(person, text, signal) {
      return (await searchUsers(person, text, USER_FIELDS, signal)).map(toProfile);
    },

    async findPeople(person, ids) {
      const users = await Promise.all(
        ids.map(async (id) => {
          try {
            return await client.get<GraphUser>(person, `/users/${toPathSegment(id)}?$select=id`);
          } catch (error) {
            if (isAvaError(error) && error.code === 'not_found') return null;
            throw error;
          }
        }),
      );
      return users.flatMap((user) => user?.id ?? []);
    },
  };
}
