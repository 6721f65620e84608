import type { FileContent } from '../../documents/documentContent.ts';
import type { DocumentPlan } from '../../documents/documentPlan.ts';
import type { Organization, Person } from '../../people.ts';
import type { SampleList, SampleSite } from '../../sites/siteDefinition.ts';

export type Role = 'read' | 'write' | 'owner';
/** A role of one's own, or the lack of one in spite of all others. */
export type OwnRole = Role | 'none';

/** What the sandbox's SharePoint holds. It begins as sampleSites.ts defines it and changes as people and tests change it. */
export type World = {
  sites: Site[];
  drives: Map<string, Drive>;
  /** Counts changes to items, for delta. */
  sequence: number;
};

export type Site = {
  story: SampleSite;
  organization: Organization;
  host: string;
  /** `host,guid,webGuid`. */
  id: string;
  guid: string;
  webGuid: string;
  groupId: string;
  ownersGroupId: string;
  webUrl: string;
  /** By object id; whoever is not here has what `everyone` has. */
  people: Map<string, OwnRole>;
  everyone: Role | undefined;
  /** Object ids in the associated owners group. */
  ownersGroup: Set<string>;
  /** What applications were granted here, by permission id. */
  applications: Map<string, { clientId: string; displayName: string; role: Role }>;
  /** The first is the site's own. */
  drives: Drive[];
  lists: { id: string; story: SampleList }[];
};

export type Drive = {
  id: string;
  site: Site;
  listId: string;
  name: string;
  webUrl: string;
  root: Item;
  items: Map<string, Item>;
  /** Ids of what is in a folder, by the folder's id. */
  children: Map<string, Set<string>>;
  /** Delta tokens older than this change have expired. */
  oldestChange: number;
};

export type Item = {
  id: string;
  guid: string;
  /** Number in the library's list. */
  listItemId: number;
  name: string;
  /** Missing for the root. */
  parentId?: string;
  /** Missing for a folder. */
  source?: DocumentPlan | FileContent;
  createdBy: Person;
  createdAt: Date;
  modifiedBy: Person;
  modifiedAt: Date;
  version: number;
  contentVersion: number;
  /** By object id: stronger than what is inherited. */
  people: Map<string, OwnRole>;
  /** Nothing is inherited but the owners of the site. */
  closed: boolean;
  /** The change that touched it last. */
  changed: number;
  deleted: boolean;
  locked: boolean;
  /** Properties that are left out of answers, to see who copes. */
  withheld: string[];
  /** What is in a folder before somebody looks: so many items, made at the first look. */
  folded?: { count: number; unfold: () => void };
};
