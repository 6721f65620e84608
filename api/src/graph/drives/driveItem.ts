/** Fields of an item that AVA requests. */
export const ITEM_FIELDS =
  'id,name,size,eTag,webUrl,lastModifiedDateTime,lastModifiedBy,createdBy,file,folder,parentReference,remoteItem,malware';

interface IdentitySet {
  user?: { displayName?: string | null } | null;
}

interface ItemReference {
  driveId?: string;
  path?: string;
  siteId?: string;
  sharepointIds?: { siteId?: string };
}

interface ItemKind {
  file?: { mimeType?: string } | null;
  folder?: object | null;
}

/**
 * An item as Graph writes it; every property except `id` can be missing or null. A notebook of OneNote is neither a file nor
 * a folder: it has the property `package`.
 */
export interface GraphItem extends ItemKind {
  id: string;
  name?: string | null;
  size?: number | null;
  eTag?: string | null;
  webUrl?: string | null;
  lastModifiedDateTime?: string | null;
  lastModifiedBy?: IdentitySet | null;
  createdBy?: IdentitySet | null;
  deleted?: object | null;
  /** Set if Microsoft 365 has found malware in the file and does not let anybody download it. */
  malware?: object | null;
  parentReference?: ItemReference | null;
  /** The item of another drive that a shortcut leads to. */
  remoteItem?: (ItemKind & { id?: string; parentReference?: ItemReference | null }) | null;
}

/** A file or folder of a library. */
export interface DriveItem {
  id: string;
  name: string;
  /** Bytes; null if Graph does not tell. */
  size: number | null;
  etag: string | null;
  webUrl: string;
  lastModified: string;
  mimeType: string;
  isFolder: boolean;
  /** Names of the folders above it, from the library's root, separated by slashes; '' at the root. */
  folder: string;
  /** The person shown as owner: who created it, otherwise who changed it last. */
  owner: string;
}

export function toDriveItem(item: GraphItem): DriveItem {
  const path = item.parentReference?.path ?? '';
  const colon = path.indexOf(':');
  return {
    id: item.id,
    name: item.name ?? '',
    size: item.size ?? null,
    etag: item.eTag || null,
    webUrl: item.webUrl ?? '',
    lastModified: item.lastModifiedDateTime ?? '',
    mimeType: item.file?.mimeType ?? '',
    isFolder: !item.file,
    folder: colon < 0 ? '' : decodePath(path.slice(colon + 1)).replace(/^\//, ''),
    owner: item.createdBy?.user?.displayName ?? item.lastModifiedBy?.user?.displayName ?? '',
  };
}

/** Whether an item is a file or folder of this drive, not a shortcut, and free of known malware. */
export function isFileOrFolder({ file, folder, remoteItem, malware }: GraphItem): boolean {
  return Boolean(file ?? folder) && !remoteItem && !malware;
}

/** The item that a shortcut leads to; any other item as it is. */
export function followShortcut(item: GraphItem): GraphItem {
  const { remoteItem } = item;
  if (!remoteItem?.id || !remoteItem.parentReference?.driveId) return item;
  const { id, file, folder, parentReference } = remoteItem;
  return { ...item, id, file: file ?? null, folder: folder ?? null, parentReference, remoteItem: null };
}

/** Graph escapes only some paths, and a name can contain a percent sign. */
function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
