import { toPathSegment, toSiteSegment } from '#api/graph/client/pathSegment.ts';

/** A list of a site. */
export interface ListId {
  /** Graph's id of the site: host, site and web. */
  site: string;
  id: string;
}

const LIST_DRIVE_ID = /^list!(?<site>[^!]+)!(?<id>[^!]+)$/;

/** The id that stands for a list where a library has the id of its drive. No id of Graph contains two exclamation marks. */
export function toListDriveId({ site, id }: ListId): string {
  return `list!${site}!${id}`;
}

/** The list that a drive id of `toListDriveId` stands for; null for the id of a drive. */
export function parseListId(driveId: string): ListId | null {
  const { site, id } = LIST_DRIVE_ID.exec(driveId)?.groups ?? {};
  return site !== undefined && id !== undefined ? { site, id } : null;
}

export function toListPath({ site, id }: ListId): string {
  return `/sites/${toSiteSegment(site)}/lists/${toPathSegment(id)}`;
}

export function toListItemPath(list: ListId, itemId: string): string {
  return `${toListPath(list)}/items/${toPathSegment(itemId)}`;
}
