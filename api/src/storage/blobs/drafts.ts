import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { StoreError } from '#api/storage/errors.ts';
import { getLiveness, getOwnIdentity } from '#api/storage/processIdentity.ts';
import type { StoredBlob } from './blobs.ts';

/** Temporary files of this process. */
export interface Drafts {
  createPath(): string;
  /** Stores a stream and returns its digest. @throws StoreError blob_too_large */
  write(path: string, source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<StoredBlob>;
  /** Removes the files of processes that have ended. */
  removeLeftovers(): Promise<void>;
}

/** Temporary files of processes on other machines are removed at this age, which is longer than any upload takes. */
const ABANDONED_MS = 3_600_000;

export async function openDrafts(folder: string): Promise<Drafts> {
  await mkdir(folder, { recursive: true });
  await removeLeftovers(folder);
  return {
    createPath: () => join(folder, createDraftName()),
    write,
    removeLeftovers: () => removeLeftovers(folder),
  };
}

async function write(path: string, source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<StoredBlob> {
  const hash = createHash('sha256');
  let size = 0;
  const file = await open(path, 'wx');
  try {
    for await (const chunk of source) {
      size += chunk.byteLength;
      if (size > maxBytes) throw new StoreError('blob_too_large', `More than ${maxBytes} bytes.`);
      hash.update(chunk);
      await writeAll(file, chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { sha256: hash.digest('hex'), size };
}

async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let offset = 0; offset < chunk.byteLength;) offset += (await file.write(chunk, offset)).bytesWritten;
}

/** The name identifies the process that writes the file, so that leftovers of dead processes can be removed. */
function createDraftName(): string {
  const { machine, pid, startTicks } = getOwnIdentity();
  return [hashMachine(machine), pid, startTicks ?? '', randomUUID()].join('.');
}

const hashMachine = (machine: string) => createHash('sha256').update(machine).digest('hex').slice(0, 16);

async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    // Another process can remove the file at the same time.
    const modified = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => Date.now(),
    );
    if (isWriterDead(name) || Date.now() - modified > ABANDONED_MS) await rm(path, { force: true });
  }
}

function isWriterDead(name: string): boolean {
  const [machineHash, pid, startTicks] = name.split('.');
  const self = getOwnIdentity();
  return (
    machineHash === hashMachine(self.machine) &&
    getLiveness({ ...self, pid: Number(pid), startTicks: startTicks || null }, self) === 'dead'
  );
}
