import type { Readable } from 'node:stream';
import { StoreError } from '#api/storage/errors.ts';

export interface StoredBlob {
  /** 64 hexadecimal digits. */
  sha256: string;
  /** Bytes. */
  size: number;
}

/** Positions of the first and the last byte, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** A file on this machine with the bytes of a blob, for child processes. It must not be changed. */
export interface LocalFile {
  path: string;
  /** Removes the file if it is a copy. */
  release(): Promise<void>;
}

/** Bytes by the SHA-256 digest of their content. The same content is stored once. */
export interface Blobs {
  /**
   * Stores a stream without holding it in memory.
   * @throws StoreError blob_too_large as soon as more than `maxBytes` were received; nothing is left behind.
   */
  put(source: AsyncIterable<Uint8Array>, limit: { maxBytes: number }): Promise<StoredBlob>;
  /** The bytes, or a range of them that the blob contains. @throws StoreError blob_missing */
  open(sha256: string, range?: ByteRange): Promise<Readable>;
  /** Bytes. @throws StoreError blob_missing */
  getSize(sha256: string): Promise<number>;
  /** The caller releases the file. @throws StoreError blob_missing */
  openLocalFile(sha256: string): Promise<LocalFile>;
  /** Does nothing if the blob does not exist. */
  delete(sha256: string): Promise<void>;
  /**
   * Removes unreferenced blobs that were last put more than `olderThanMs` ago, and leftovers of failed uploads.
   * `olderThanMs` must exceed the time from a put to the insert of the row that refers to the blob.
   */
  sweep(
    olderThanMs: number,
    isReferenced: (sha256: string) => Promise<boolean>,
  ): Promise<{ removed: number; bytes: number }>;
}

const SHA256 = /^[0-9a-f]{64}$/;

/** The name of a blob in a folder or container: `ab/cd/abcd…`. @throws StoreError blob_missing for any other text */
export function toBlobName(sha256: string): string {
  if (!SHA256.test(sha256)) throw createMissingError(sha256);
  return `${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`;
}

/** The digest in a blob's name; null for a name that is not one of a blob. */
export function toDigest(name: string): string | null {
  const digest = name.slice(name.lastIndexOf('/') + 1);
  return SHA256.test(digest) ? digest : null;
}

export function createMissingError(sha256: string, cause?: unknown): StoreError {
  return new StoreError('blob_missing', `There is no content named ${sha256.slice(0, 64)}.`, cause);
}
