/** Runs `act` for each item in order, at most `limit` at a time. */
export async function forEachConcurrent<Item>(
  limit: number,
  items: readonly Item[],
  act: (item: Item, index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  async function work(): Promise<void> {
    while (next < items.length) {
      const index = next++;
      await act(items[index] as Item, index);
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work));
}
