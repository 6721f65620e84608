/** What AVA asks Graph of an item. */
export const ITEM =
  'id,name,size,eTag,webUrl,lastModifiedDateTime,lastModifiedBy,createdBy,file,folder,parentReference';

interface By {
  user?: { displayName?: string | null } | null;
}

/** An item as Graph writes it; every property may be missing. */
export interface GraphItem {
  id: string;
  name?: string;
  size?: number;
  eTag?: string;
  webUrl?: string;
  lastModifiedDateTime?: string;
  lastModifiedBy?: By;
  createdBy?: By;
  file?: { mimeType?: string };
  folder?: object;
  deleted?: object;
  parentReference?: { driveId?: string; path?: string };
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
  /** Names of the folders above it, from the library's root, with slashes between; '' at the root. */
  folder: string;
  /** Who is shown as its owner: who made it, else who changed it last. */
  owner: string;
}

export function asItem(item: GraphItem): DriveItem {
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
    folder: colon < 0 ? '' : decoded(path.slice(colon + 1)).replace(/^\//, ''),
    owner: item.createdBy?.user?.displayName ?? item.lastModifiedBy?.user?.displayName ?? '',
  };
}

/** Graph escapes some paths and not others; a name may hold a percent sign of its own. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
