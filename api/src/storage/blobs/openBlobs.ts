import { join } from 'node:path';
import { openBlobFolder } from './blobFolder.ts';
import type { Blobs } from './blobs.ts';

export interface BlobOptions {
  dataDir: string;
  /** Azure Blob Storage instead of the data folder. */
  azure: { connectionString: string; container: string } | null;
}

/** Opens the storage of uploaded files. Azure's library is loaded only where it is used. */
export async function openBlobs({ dataDir, azure }: BlobOptions): Promise<Blobs> {
  const folder = join(dataDir, 'blobs');
  if (!azure) return openBlobFolder(folder);
  const { openAzureBlobs } = await import('./azureBlobs.ts');
  return openAzureBlobs({ ...azure, temporaryFolder: join(folder, 'tmp') });
}
