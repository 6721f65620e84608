/**
 * Bytes of files that are not ready, by file id. Kept outside the valtio state, because a proxied File is no longer a
 * File. Deleted once the server has read the file or the message has the image.
 */
const pendingBytes = new Map<string, File>();

export function setPendingBytes(id: string, file: File): void {
  pendingBytes.set(id, file);
}

export function getPendingBytes(id: string): File | null {
  return pendingBytes.get(id) ?? null;
}

export function deletePendingBytes(id: string): void {
  pendingBytes.delete(id);
}
