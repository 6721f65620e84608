/** Fields of an item that AVA requests. */
export const ITEM_FIELDS =
  'id,name,size,eTag,webUrl,lastModifiedDateTime,lastModifiedBy,createdBy,file,folder,parentReference';

interface IdentitySet {
  user?: { displayName?: string | null } | null;
}

/** An item as Graph writes it; every property except `id` can be missing. */
export interface GraphItem {
  id: string;
  name?: string;
  size?: number;
  eTag?: string;
  webUrl?: string;
  lastModifiedDateTime?: string;
  lastModifiedBy?: IdentitySet;
  createdBy?: IdentitySet;
  file?: { mimeType?: string };
  folder?: object;
  deleted?: object;
  parentReference?: {
    driveId?: string;
    path?: string;
    siteId?: string;
    sharepointIds?: { siteId?: string };
  };
}

/** A file or folder of a library. */
export interface DriveItem {
  id: string;
  name: string;
  /** Bytes. */
  size: number;
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
    size: item.size ?? 0,
    etag: item.eTag || null,
    webUrl: item.webUrl ?? '',
    lastModified: item.lastModifiedDateTime ?? '',
    mimeType: item.file?.mimeType ?? '',
    isFolder: item.file === undefined,
    folder: colon < 0 ? '' : decodePath(path.slice(colon + 1)).replace(/^\//, ''),
    owner: item.createdBy?.user?.displayName ?? item.lastModifiedBy?.user?.displayName ?? '',
  };
}

/** Graph escapes only some paths, and a name can contain a percent sign. */
function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
