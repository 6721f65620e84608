/** A chunk that was found: ids and a score, no text. */
export interface Hit {
  chunkId: number;
  /** The version of the file. */
  setId: string;
  siteId: string;
  itemId: string;
  score: number;
}
