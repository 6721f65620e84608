import { isAvaError } from '../../../../../api/contract/errors.ts';

const DEFAULT_WAIT_S = 2;
const MOST_TRIES = 30;

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Does something for each item, so many at a time, in their order. */
export async function inLanes<Item>(
  lanes: number,
  items: readonly Item[],
  act: (item: Item, at: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  async function lane(): Promise<void> {
    while (next < items.length) {
      const at = next++;
      await act(items[at] as Item, at);
    }
  }
  await Promise.all(Array.from({ length: Math.min(lanes, items.length) }, lane));
}

/** Asks again, after the time the server names, while it says that there are too many requests. */
export async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask();
    } catch (cause) {
      if (!isAvaError(cause) || cause.code !== 'too_many_requests' || tries >= MOST_TRIES) throw cause;
      await pause((cause.retryAfter ?? DEFAULT_WAIT_S) * 1_000);
    }
  }
}
