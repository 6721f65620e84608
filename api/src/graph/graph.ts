import type { Peer } from '../../contract/people.ts';
import type { Person } from '../identity/person.ts';
import type { DriveGraph } from './drives.ts';
import type { SiteGraph } from './sites.ts';

/** What Graph says of the person. */
export interface Profile {
  name: string;
  givenName: string;
  surname: string;
  email: string;
  title: string;
  department: string;
  company: string;
  phone: string;
  officeLocation: string;
}

export interface Photo {
  type: string;
  bytes: Uint8Array;
}

export interface PeopleGraph {
  me(person: Person): Promise<Profile>;
  /** A photo by object id or address; the person's own without one. Null where there is none. */
  photo(person: Person, who: string | null): Promise<Photo | null>;
  /** People the person works with, or those whose name or address begins with `search`. */
  peers(person: Person, search: string): Promise<Peer[]>;
  /** Those of the object ids that are people of the person's own organization. */
  knownPeople(person: Person, ids: readonly string[]): Promise<string[]>;
}

/** Microsoft Graph as far as AVA uses it, always with the right of the person who asks. */
export interface Graph extends PeopleGraph, SiteGraph, DriveGraph {}
