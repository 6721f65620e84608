/** How many bytes of files one person can add. The numbers are checked again in the transaction that stores a file. */
import type { Readable } from 'node:stream';
import { AvaError } from '#contract/errors.ts';
import { MAX_FILE_BYTES } from '#contract/limits.ts';
import type { AppContext } from '#api/context.ts';
import type { Person } from '#api/identity/person.ts';

/** The most bytes that a file can have now, and the error for a larger one. */
export interface UploadRoom {
  maxBytes: number;
  excess: 'file_too_large' | 'files_full' | 'uploads_used_up';
}

type StoreContext = Pick<AppContext, 'store' | 'clock'>;

/**
 * Finds how large a file can be before its bytes are read.
 * @param size the size that the sender declares, in bytes; null if it is not known
 * @param isKept false for a file that is only passed on to Microsoft 365
 * @throws AvaError files_full or uploads_used_up if there is no room for this size
 */
export async function findUploadRoom(
  { store, clock }: StoreContext,
  person: Person,
  size: number | null,
  isKept = true,
): Promise<UploadRoom> {
  const now = clock.now();
  const { stored, today } = await store.files.getUploadRoom(person, toDay(now));
  const limits: UploadRoom[] = [
    { maxBytes: MAX_FILE_BYTES, excess: 'file_too_large' },
    ...(isKept ? [{ maxBytes: stored, excess: 'files_full' } as const] : []),
    { maxBytes: today, excess: 'uploads_used_up' },
  ];
  const room = limits.reduce((least, limit) => (limit.maxBytes < least.maxBytes ? limit : least));
  if (room.excess !== 'file_too_large' && Math.max(size ?? 0, 1) > room.maxBytes) throw toExcessError(room, now);
  return room;
}

/** Stores the bytes of a file and counts them for the day, whether or not the file is accepted afterwards. */
export async function putFileBytes(
  { store, clock, blobs }: StoreContext & Pick<AppContext, 'blobs'>,
  person: Person,
  bytes: AsyncIterable<Uint8Array> | Readable,
  room: UploadRoom,
): Promise<{ sha256: string; size: number }> {
  const stored = await blobs.put(bytes, { maxBytes: room.maxBytes }).catch((cause: unknown) => {
    const isTooLarge = cause instanceof Error && 'code' in cause && cause.code === 'blob_too_large';
    throw isTooLarge ? toExcessError(room, clock.now(), cause) : cause;
  });
  // Bytes that no file refers to stay for a day, so they count although the file can be refused.
  await store.files.addReceivedBytes(person, stored.size, toDay(clock.now()));
  return stored;
}

const toDay = (now: Date) => now.toISOString().slice(0, 10);

function toExcessError({ excess }: UploadRoom, now: Date, cause?: unknown): AvaError {
  if (excess !== 'uploads_used_up') return new AvaError(excess, { cause });
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1);
  return new AvaError(excess, { cause, retryAfter: (midnight - now.getTime()) / 1_000 });
}
