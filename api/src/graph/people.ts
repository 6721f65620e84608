import { isAvaError } from '../../contract/errors.ts';
import { GRAPH_SEARCH_HITS, PROFILE_PHOTO_PX } from '../../contract/limits.ts';
import type { Peer } from '../../contract/people.ts';
import type { Person } from '../identity/person.ts';
import type { GraphClient } from './graphClient.ts';
import type { PeopleGraph, Profile } from './graph.ts';
import { segment } from './pathSegment.ts';

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
  scoredEmailAddresses?: { address: string }[] | null;
}

const USER =
  'id,displayName,givenName,surname,mail,userPrincipalName,jobTitle,department,companyName,businessPhones,mobilePhone,officeLocation';
const PEER = 'id,displayName,mail,userPrincipalName,jobTitle';

function asProfile(user: GraphUser): Profile {
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

function asPeer(user: GraphUser): Peer {
  const email = user.mail ?? user.scoredEmailAddresses?.[0]?.address ?? user.userPrincipalName ?? '';
  return { id: user.id, name: user.displayName ?? email, email, title: user.jobTitle ?? '' };
}

/** A quotation mark inside an OData string is doubled. */
function quoted(text: string): string {
  return encodeURIComponent(text.replaceAll("'", "''"));
}

export function createPeople(client: GraphClient): PeopleGraph {
  async function search(person: Person, text: string): Promise<GraphUser[]> {
    const start = quoted(text);
    const filter = `startswith(displayName,'${start}') or startswith(givenName,'${start}') or startswith(surname,'${start}') or startswith(mail,'${start}')`;
    const found = await client.get<{ value: GraphUser[] }>(
      person,
      `/users?$filter=${filter}&$top=${GRAPH_SEARCH_HITS}&$select=${PEER}`,
    );
    return found.value;
  }

  return {
    async me(person) {
      return asProfile(await client.get<GraphUser>(person, `/me?$select=${USER}`));
    },

    async photo(person, who) {
      const of = who === null ? '/me' : `/users/${segment(who)}`;
      return client.bytes(person, `${of}/photos/${PROFILE_PHOTO_PX}x${PROFILE_PHOTO_PX}/$value`);
    },

    async peers(person, text) {
      if (text.trim() !== '') return (await search(person, text.trim())).map(asPeer);
      const near = await client.get<{ value: GraphUser[] }>(person, `/me/people?$top=${GRAPH_SEARCH_HITS}`);
      return near.value.map(asPeer);
    },

    async knownPeople(person, ids) {
      const found = await Promise.all(
        ids.map(async (id) => {
          try {
            return await client.get<GraphUser>(person, `/users/${segment(id)}?$select=id`);
          } catch (error) {
            if (isAvaError(error) && error.code === 'not_found') return null;
            throw error;
          }
        }),
      );
      return found.flatMap((user) => user?.id ?? []);
    },
  };
}
