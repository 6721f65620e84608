declare module 'tar-fs' {
  import type { Writable } from 'node:stream';
  /** Unpacks a tar that is written to it into a folder. */
  export function extract(folder: string): Writable;
}
