/**
 * Bytes of files on their way, by file id. They stay outside the state: a proxy around a file is no file, and nothing
 * draws them. They are let go as soon as the server, or the message itself, holds the content.
 */
const held = new Map<string, File>();

export function holdBytes(id: string, file: File): void {
  held.set(id, file);
}

export function bytesOf(id: string): File | null {
  return held.get(id) ?? null;
}

export function forgetBytes(id: string): void {
  held.delete(id);
}
