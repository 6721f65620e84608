import type { FileContent } from '#sandbox/documents/documentContent.ts';
import type { DocumentPlan } from '#sandbox/documents/documentPlan.ts';
import type { Organization } from '#sandbox/people.ts';
import type { Person } from '#sandbox/person.ts';
import type { ListFields, SampleList, SampleSite } from '#sandbox/sites/siteDefinition.ts';

export type Role = 'read' | 'write' | 'owner';
/** A role that overrides inherited ones; `none` removes all access. */
export type ExplicitRole = Role | 'none';

/** The content of the sandbox's SharePoint. It starts with sampleSites.ts; people and tests change it. */
export type SiteStore = {
  sites: Site[];
  drives: Map<string, Drive>;
  /** Number of the latest change to an item, for delta. */
  sequence: number;
};

export type Site = {
  definition: SampleSite;
  organization: Organization;
  host: string;
  /** `host,guid,webGuid`. */
  id: string;
  guid: string;
  webGuid: string;
  groupId: string;
  ownersGroupId: string;
  webUrl: string;
  /** Roles by object id. People without an entry have the role of `everyone`; those in `ownersGroup` are owners. */
  people: Map<string, ExplicitRole>;
  everyone: Role | undefined;
  /** Object ids in the associated owners group. */
  ownersGroup: Set<string>;
  /** Grants to applications, by permission id. */
  applications: Map<string, { clientId: string; displayName: string; role: Role }>;
  /** The first one is the site's default drive. */
  drives: Drive[];
  lists: List[];
};

export type List = { id: string; definition: SampleList; rows: Row[] };

/** An item of a list. */
export type Row = {
  number: number;
  fields: ListFields;
  version: number;
  modifiedAt: Date;
  /** Number of its last change, from `sequence`. */
  changed: number;
  deleted: boolean;
};

export type Drive = {
  id: string;
  site: Site;
  listId: string;
  name: string;
  webUrl: string;
  root: Item;
  items: Map<string, Item>;
  /** Ids of the items of each folder, by the folder's id. */
  children: Map<string, Set<string>>;
  /** Delta tokens older than this change have expired. */
  oldestChange: number;
  /** Whether its quota is used up. */
  full?: boolean;
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
  /** Roles by object id; they override inherited ones. */
  people: Map<string, ExplicitRole>;
  /** Whether only the site's owners inherit access. */
  isRestricted: boolean;
  /** Number of the item's last change, from `sequence`. */
  changed: number;
  deleted: boolean;
  locked: boolean;
  /** Properties that are omitted from replies, for tests. */
  withheld: string[];
  /** Items of a folder that are created when it is first read. */
  lazyChildren?: { count: number; create: () => void };
};
