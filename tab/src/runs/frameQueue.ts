/** Hidden windows get no animation frames; this timeout in milliseconds replaces them. */
const HIDDEN_LIMIT_MS = 250;

export interface FrameQueue<Item> {
  push(item: Item): void;
  /** Applies all queued items now. */
  flush(): void;
}

/** Applies queued items in order, once per animation frame. */
export function createFrameQueue<Item>(apply: (items: Item[]) => void): FrameQueue<Item> {
  let items: Item[] = [];
  let cancel: (() => void) | null = null;

  function flush(): void {
    cancel?.();
    cancel = null;
    if (items.length === 0) return;
    const batch = items;
    items = [];
    apply(batch);
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
