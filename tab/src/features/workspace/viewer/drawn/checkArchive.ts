import { unzip } from 'fflate';

/** Limits of the server's extraction: larger archives are not opened. */
const MAX_INFLATED_BYTES = 100_000_000;
const MAX_ENTRIES = 10_000;

/** Rejects an archive that says that it inflates to too much, before anything of it is inflated. */
export async function checkArchive(bytes: Blob): Promise<void> {
  let size = 0;
  let entries = 0;
  const data = new Uint8Array(await bytes.arrayBuffer());
  await new Promise<void>((resolve, reject) => {
    const filter = ({ originalSize }: { originalSize: number }) => {
      size += originalSize;
      entries += 1;
      return false;
    };
    unzip(data, { filter }, (error) => (error ? reject(error) : resolve()));
  });
  if (size > MAX_INFLATED_BYTES || entries > MAX_ENTRIES) throw new Error('archive inflates to too much');
}
