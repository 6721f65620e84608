import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Drive, Item } from '#sandbox/graph/sites/store/siteStore.ts';

/** Download addresses are valid for an hour, about as long as in Graph. */
const LIFETIME_MS = 3_600_000;
const SECRET = randomBytes(32);

export const DOWNLOAD_PATH = '/_layouts/15/download.aspx';

/** Creates an address that downloads a file without a token until it expires. */
export function createDownloadUrl(drive: Drive, item: Item, base: string): string {
  const payload = Buffer.from(JSON.stringify([drive.id, item.id, Date.now() + LIFETIME_MS])).toString('base64url');
  const query = new URLSearchParams({
    UniqueId: item.guid,
    Translate: 'false',
    tempauth: `${payload}.${sign(payload)}`,
    ApiVersion: '2.0',
  });
  return `${new URL(base).origin}${DOWNLOAD_PATH}?${query.toString()}`;
}

/** Returns the file of a download address; undefined if its signature is invalid or it has expired. */
export function verifyDownload(query: URLSearchParams): { driveId: string; itemId: string } | undefined {
  const [payload = '', signature = ''] = query.get('tempauth')?.split('.') ?? [];
  const expected = Buffer.from(sign(payload));
  const actual = Buffer.from(signature);
  if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) return undefined;
  const [driveId, itemId, expiresAt] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as [
    string,
    string,
    number,
  ];
  return expiresAt > Date.now() ? { driveId, itemId } : undefined;
}

function sign(payload: string): string {
  return createHmac('sha256', SECRET).update(payload).digest('base64url');
}
