/** Drive and id of an item. Item ids are unique only within a drive. */
export interface ItemRef {
  driveId: string;
  itemId: string;
}

/** Current properties of an item that the person can read. */
export interface ReadableItem {
  etag: string | null;
  lastModified: string;
  webUrl: string;
  name: string;
}

/** Items that a person can read, by drive and item id. */
export class ReadableItems {
  readonly #items: ReadonlyMap<string, ReadableItem>;

  constructor(items: Iterable<readonly [ItemRef, ReadableItem]> = []) {
    this.#items = new Map([...items].map(([ref, item]) => [toKey(ref), item]));
  }

  get size(): number {
    return this.#items.size;
  }

  get(ref: ItemRef): ReadableItem | undefined {
    return this.#items.get(toKey(ref));
  }

  has(ref: ItemRef): boolean {
    return this.#items.has(toKey(ref));
  }
}

function toKey({ driveId, itemId }: ItemRef): string {
  return JSON.stringify([driveId, itemId]);
}
