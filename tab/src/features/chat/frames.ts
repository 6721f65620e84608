/** A frame never comes while the window is hidden; then the time limit, in milliseconds, takes its place. */
const HIDDEN_LIMIT_MS = 250;

export interface FrameQueue<Item> {
  push(item: Item): void;
  /** Hands over at once what has been gathered. */
  flush(): void;
}

/** Gathers items and hands them over together, once per animation frame, in their order. */
export function createFrameQueue<Item>(apply: (items: Item[]) => void): FrameQueue<Item> {
  let items: Item[] = [];
  let cancel: (() => void) | null = null;

  function flush(): void {
    cancel?.();
    cancel = null;
    if (items.length === 0) return;
    const gathered = items;
    items = [];
    apply(gathered);
  }

  return {
    push(item) {
      items.push(item);
      cancel ??= onNextFrame(flush);
    },
    flush,
  };
}

function onNextFrame(run: () => void): () => void {
  const frame = requestAnimationFrame(run);
  const timer = setTimeout(run, HIDDEN_LIMIT_MS);
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
