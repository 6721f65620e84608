import type { AppContext } from '#api/context.ts';
import type { Person } from '#api/identity/person.ts';
import { trimFiles } from '#api/search/access/trimToReadable.ts';
import type { FileRef, HiddenMessage, ItemOrigin, Origin } from '#api/storage/tables/search/searches.ts';

export type AccessContext = Pick<AppContext, 'store' | 'graph' | 'clock' | 'log'>;

/** Which messages of some chats one person can't read now. */
class Hidden {
  /** A private field makes the type nominal: it can only be created from an answer of Graph. */
  readonly #positions = new Map<string, number>();

  constructor(messages: readonly HiddenMessage[]) {
    for (const message of messages) this.#positions.set(toMessageKey(message), message.position);
  }

  has(message: { chatId: string; id: string }): boolean {
    return this.#positions.has(toMessageKey(message));
  }

  /** Positions of the hidden messages in their chats. */
  get positions(): number[] {
    return [...this.#positions.values()];
  }
}

/** Only `findHiddenMessages` can create it, because the class is not exported. */
export type HiddenMessages = Hidden;

const toMessageKey = ({ chatId, id }: { chatId: string; id: string }) => `${chatId}/${id}`;

/**
 * Finds the messages of chats that a person can't read now. An answer is hidden if the person can't read something it
 * is based on, directly or through an earlier answer that the model read. An answer without a record of what the model
 * read counts as based on all earlier answers. A question is hidden if a hidden answer suggested it.
 *
 * Looks at whole chats, and must be called before messages are counted, searched or put on pages: limits and results that
 * include hidden messages would reveal what they say.
 */
export async function findHiddenMessages(
  ctx: AccessContext,
  person: Person,
  chatIds: readonly string[],
): Promise<HiddenMessages> {
  const { searches } = ctx.store;
  const origins = await searches.listOrigins(chatIds);
  const readable = await listReadable(ctx, person, origins);
  const unreadable = origins.filter((origin) => !readable.has(toOriginKey(origin)));
  return new Hidden(unreadable.length === 0 ? [] : await searches.listHidden(chatIds, unreadable));
}

/** The keys of the origins that the person can read now. If Graph can't be asked, no file is readable. */
async function listReadable(ctx: AccessContext, person: Person, origins: readonly Origin[]): Promise<Set<string>> {
  const files = origins.filter((origin): origin is FileRef => 'siteId' in origin);
  const items = origins.filter((origin): origin is ItemOrigin => 'driveId' in origin);
  const own = origins.filter((origin) => 'personId' in origin && origin.personId === person.id);
  const [readableFiles, readableItems] = await Promise.all([
    files.length === 0
      ? []
      : ctx.store.chunkSearch
          .locateFiles(person.tenantId, files)
          .then((located) => trimFiles(ctx, person, located).catch(() => [])),
    trimFiles(
      ctx,
      person,
      items.map((item) => ({ ...item, siteId: '' })),
    ).catch(() => []),
  ]);
  const toItem = ({ driveId, itemId }: ItemOrigin): ItemOrigin => ({ driveId, itemId });
  const toFile = ({ siteId, itemId }: FileRef): FileRef => ({ siteId, itemId });
  return new Set([...readableFiles.map(toFile), ...readableItems.map(toItem), ...own].map(toOriginKey));
}

/** A key that is the same for the same origin. */
export function toOriginKey(origin: Origin): string {
  if ('personId' in origin) return `person/${origin.personId}`;
  return 'siteId' in origin ? `site/${origin.siteId}/${origin.itemId}` : `drive/${origin.driveId}/${origin.itemId}`;
}
