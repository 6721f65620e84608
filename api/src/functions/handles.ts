import type { Passage } from '#api/answers/prompt/passages.ts';
import type { OnlineEvent } from '#api/graph/mail/meetings.ts';
import type { FoundMessage } from '#api/graph/mail/messages.ts';
import { ArgumentError } from './arguments/argumentError.ts';
import { functionTexts } from './functions.texts.ts';

/** The things of one kind, such as mails, that functions found for one answer. */
export interface Handles<T> {
  /** Returns the handle of a thing, the same one for the same thing. */
  add(thing: T): string;
  /** Throws `ArgumentError` with the handles that there are. */
  get(argument: string, handle: string): T;
  find(handle: string): T | undefined;
}

/**
 * What functions found for one answer. The model names a file by the number of a passage that it has read, another thing by a
 * handle such as `m1`. So an id that stands in a document leads to nothing.
 */
export interface FoundThings {
  passages: readonly Passage[];
  mails: Handles<FoundMessage>;
  meetings: Handles<OnlineEvent>;
}

export function createFoundThings(): Omit<FoundThings, 'passages'> {
  return {
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
