import type { Peer } from '#contract/people.ts';
import type { Person } from '#api/identity/person.ts';
import type { DriveGraph } from './drives/drives.ts';
import type { DraftGraph } from './mail/drafts.ts';
import type { FileSourceGraph } from './fileSources.ts';
import type { MeetingGraph } from './mail/meetings.ts';
import type { MessageGraph } from './mail/messages.ts';
import type { OneDriveGraph } from './drives/oneDrive.ts';
import type { SiteGraph } from './sites.ts';

/** Profile of a person in Graph. */
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

interface Photo {
  type: string;
  bytes: Uint8Array;
}

export interface PeopleGraph {
  getProfile(person: Person): Promise<Profile>;
  /** The photo of a person by object id or address, or the caller's own for null. Returns null if there is none. */
  getPhoto(person: Person, idOrAddress: string | null): Promise<Photo | null>;
  /** People the person works with or, with `search`, people whose name or address starts with it. */
  listPeers(person: Person, search: string): Promise<Peer[]>;
  /** Profiles of people whose name or address starts with a text: the first 20. */
  findProfiles(person: Person, text: string, signal?: AbortSignal): Promise<Profile[]>;
  /** Returns the ids that belong to people of the person's organization. */
  findPeople(person: Person, ids: readonly string[]): Promise<string[]>;
}

/** The part of Microsoft Graph that AVA uses, always with the permissions of the person who asks. */
export interface Graph
  extends PeopleGraph, SiteGraph, DriveGraph, FileSourceGraph, MessageGraph, MeetingGraph, DraftGraph, OneDriveGraph {}
