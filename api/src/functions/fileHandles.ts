import type { Extraction } from '../../contract/files/locations.ts';
import type { LocatedItem } from '../graph/fileSources.ts';

/** A file that a function found for an answer. */
export interface FoundFile {
  item: LocatedItem;
  /** Its text, once it was read. */
  extraction?: Extraction;
}

/**
 * The files that functions found for one answer. The model names them by a handle such as `f1`: an id from a document
 * would lead to nothing.
 */
export interface FileHandles {
  /** Returns the handle of a file, the same one for the same file. */
  add(item: LocatedItem): string;
  get(handle: string): FoundFile | undefined;
}

export function createFileHandles(): FileHandles {
  const files = new Map<string, FoundFile>();
  return {
    add(item) {
      for (const [handle, file] of files) if (file.item.url === item.url) return handle;
      const handle = `f${files.size + 1}`;
      files.set(handle, { item });
      return handle;
    },
    get: (handle) => files.get(handle.trim().toLowerCase()),
  };
}
