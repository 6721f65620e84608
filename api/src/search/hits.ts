/** A chunk that was found, of a version of a file: ids, no text and no words. */
export interface Hit {
  chunkId: number;
  versionId: string;
}
