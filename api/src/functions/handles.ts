import type { Extraction } from '#contract/files/locations.ts';
import type { LocatedItem } from '#api/graph/fileSources.ts';
import type { OnlineEvent } from '#api/graph/mail/meetings.ts';
import type { FoundMessage } from '#api/graph/mail/messages.ts';
import { ArgumentError } from './arguments/argumentError.ts';
import { functionTexts } from './functions.texts.ts';

/** A file that a function found. */
export interface FoundFile extends Pick<
  LocatedItem,
  'id' | 'driveId' | 'name' | 'mimeType' | 'size' | 'webUrl' | 'lastModified'
> {
  /** How a passage names it: by its id if it is in a site, otherwise by its address in Graph. */
  fileId: string;
  fileType: string;
  /** The site in whose corpus it is. */
  site: string | null;
  /** Its text, once it was read. */
  extraction?: Extraction;
}

/** The things of one kind, such as files or mails, that functions found for one answer. */
export interface Handles<T> {
  /** Returns the handle of a thing, the same one for the same thing. */
  add(thing: T): string;
  /** Throws `ArgumentError` with the handles that there are. */
  get(argument: string, handle: string): T;
  find(handle: string): T | undefined;
}

/**
 * The things that functions found for one answer. The model names them by a handle such as `f1`: an id from a document would
 * lead to nothing.
 */
export interface FoundThings {
  files: Handles<FoundFile>;
  mails: Handles<FoundMessage>;
  meetings: Handles<OnlineEvent>;
}

export function createFoundThings(): FoundThings {
  return {
    files: createHandles('f', ({ driveId, id }) => `${driveId}/${id}`),
    mails: createHandles('m', ({ id }) => id),
    meetings: createHandles('e', ({ id }) => id),
  };
}

function createHandles<T extends { id: string }>(prefix: string, toKey: (thing: T) => string): Handles<T> {
  const things = new Map<string, T>();
  const find = (handle: string) => things.get(handle.trim().toLowerCase());
  return {
    add(thing) {
      for (const [handle, known] of things) if (toKey(known) === toKey(thing)) return handle;
      const handle = `${prefix}${things.size + 1}`;
      things.set(handle, thing);
      return handle;
    },
    find,
    get(argument, handle) {
      const thing = find(handle);
      if (!thing) throw new ArgumentError(functionTexts.unknownHandle(argument, [...things.keys()]));
      return thing;
    },
  };
}
