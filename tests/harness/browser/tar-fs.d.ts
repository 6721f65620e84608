declare module 'tar-fs' {
  import type { Writable } from 'node:stream';
  /** Returns a stream that unpacks a tar archive into a folder. */
  export function extract(folder: string): Writable;
}
