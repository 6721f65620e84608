/** Searches in the open document. */
export interface Finder {
  /** Marks all matches and returns their number. */
  find(term: string, signal: AbortSignal): Promise<number>;
  /** Scrolls to a match and marks it. */
  show(index: number): void;
  clear(): void;
}
