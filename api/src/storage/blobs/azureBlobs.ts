import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { BlobServiceClient, type ContainerClient } from '@azure/storage-blob';
import { StoreError } from '#api/storage/errors.ts';
import { createMissingError, toBlobName, toDigest, type Blobs, type ByteRange } from './blobs.ts';
import { openDrafts } from './drafts.ts';

export interface AzureBlobOptions {
  connectionString: string;
  container: string;
  /** A folder of this machine for uploads in progress, and for copies that child processes read. */
  temporaryFolder: string;
}

/**
 * This size is larger than any file, so that each file is uploaded by one request, streamed from disk. When two uploads
 * of the same content send blocks at once, the one that ends first discards the blocks of the other.
 */
const MAX_REQUEST_BYTES = 256 * 1024 * 1024;
/** Attempts to continue a download whose connection was lost. */
const DOWNLOAD_RETRIES = 5;
const REQUEST_RETRIES = { maxTries: 4, tryTimeoutInMs: 120_000, retryDelayInMs: 500, maxRetryDelayInMs: 8_000 };

/**
 * Blobs in a container of Azure Blob Storage, which several hosts share. The name of a blob is the digest of its content,
 * which is known at the end of an upload, so the bytes are first stored in a temporary file.
 */
export async function openAzureBlobs(options: AzureBlobOptions): Promise<Blobs> {
  const drafts = await openDrafts(resolve(options.temporaryFolder));
  const service = BlobServiceClient.fromConnectionString(options.connectionString, { retryOptions: REQUEST_RETRIES });
  const container = service.getContainerClient(options.container);
  // A connection string can allow the use of a container, but not its creation.
  if (!(await container.exists().catch(rethrow))) await container.createIfNotExists().catch(rethrow);

  const download = async (sha256: string, range?: ByteRange): Promise<Readable> => {
    const name = toBlobName(sha256);
    try {
      const { readableStreamBody } = await container
        .getBlockBlobClient(name)
        .download(range?.start ?? 0, range && range.end - range.start + 1, { maxRetryRequests: DOWNLOAD_RETRIES });
      // Only in a browser is the body a Blob instead of a stream; the type covers both cases.
      return readableStreamBody as Readable;
    } catch (error) {
      throw toReadError(sha256, error);
    }
  };

  return {
    put: async (source, { maxBytes }) => {
      const draft = drafts.createPath();
      try {
        const blob = await drafts.write(draft, source, maxBytes);
        await upload(container, toBlobName(blob.sha256), draft).catch(rethrow);
        return blob;
      } finally {
        await rm(draft, { force: true });
      }
    },
    open: download,
    getSize: async (sha256) => {
      const blob = container.getBlobClient(toBlobName(sha256));
      const { contentLength = 0 } = await blob.getProperties().catch((error: unknown) => {
        throw toReadError(sha256, error);
      });
      return contentLength;
    },
    openLocalFile: async (sha256) => {
      const path = drafts.createPath();
      const release = () => rm(path, { force: true });
      try {
        await drafts.write(path, await download(sha256), Infinity);
      } catch (error) {
        await release();
        throw toStoreError(error);
      }
      return { path, release };
    },
    delete: async (sha256) => {
      await container.getBlobClient(toBlobName(sha256)).deleteIfExists().catch(rethrow);
    },
    sweep: async (olderThanMs, isReferenced) => {
      await drafts.removeLeftovers();
      return sweep(container, Date.now() - olderThanMs, isReferenced).catch(rethrow);
    },
  };
}

/** Uploads a file, or marks the blob as new if it exists: its new entity tag keeps a sweep from removing it. */
async function upload(container: ContainerClient, name: string, path: string): Promise<void> {
  const blob = container.getBlockBlobClient(name);
  const exists = await blob.setMetadata({}).then(
    () => true,
    (error: unknown) => (getStatus(error) === 404 ? false : Promise.reject(error as Error)),
  );
  if (exists) return;
  await blob.uploadFile(path, { maxSingleShotSize: MAX_REQUEST_BYTES });
}

async function sweep(container: ContainerClient, before: number, isReferenced: (sha256: string) => Promise<boolean>) {
  const swept = { removed: 0, bytes: 0 };
  for await (const { name, properties } of container.listBlobsFlat()) {
    const sha256 = toDigest(name);
    if (!sha256 || properties.lastModified.getTime() >= before || (await isReferenced(sha256))) continue;
    const wasRemoved = await container.deleteBlob(name, { conditions: { ifMatch: properties.etag } }).then(
      () => true,
      // 412: it was put again in the meantime. 404: another process removed it.
      (error: unknown) => ([404, 412].includes(getStatus(error)) ? false : Promise.reject(error as Error)),
    );
    if (!wasRemoved) continue;
    swept.removed += 1;
    swept.bytes += properties.contentLength ?? 0;
  }
  return swept;
}

function getStatus(error: unknown): number {
  return error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 0;
}

function toReadError(sha256: string, error: unknown): StoreError {
  return getStatus(error) === 404 ? createMissingError(sha256, error) : toStoreError(error);
}

function rethrow(error: unknown): never {
  throw toStoreError(error);
}

function toStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new StoreError('store_unavailable', `Azure Blob Storage failed: ${reason}`, error);
}
