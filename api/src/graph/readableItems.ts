/** Where an item is. An item's id says which it is inside its drive alone. */
export interface ItemRef {
  driveId: string;
  itemId: string;
}

/** What a person who may read an item is told of it now. */
export interface ReadableItem {
  etag: string | null;
  lastModified: string;
  webUrl: string;
  name: string;
}

/** Items that a person may read, each known by its drive and its id in there. */
export class ReadableItems {
  readonly #items: ReadonlyMap<string, ReadableItem>;

  constructor(items: Iterable<readonly [ItemRef, ReadableItem]> = []) {
    this.#items = new Map([...items].map(([ref, item]) => [keyOf(ref), item]));
  }

  get size(): number {
    return this.#items.size;
  }

  get(ref: ItemRef): ReadableItem | undefined {
    return this.#items.get(keyOf(ref));
  }

  has(ref: ItemRef): boolean {
    return this.#items.has(keyOf(ref));
  }
}

function keyOf({ driveId, itemId }: ItemRef): string {
  return JSON.stringify([driveId, itemId]);
}
