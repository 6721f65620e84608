import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Drive, Item } from './world.ts';

/** Graph says that such an address is good for about an hour. */
const LIFETIME_MS = 3_600_000;
const SECRET = randomBytes(32);

export const DOWNLOAD_PATH = '/_layouts/15/download.aspx';

/** An address from which a file can be had without a token until it expires, whoever holds it. */
export function downloadUrl(drive: Drive, item: Item, base: string): string {
  const pass = Buffer.from(JSON.stringify([drive.id, item.id, Date.now() + LIFETIME_MS])).toString('base64url');
  const query = new URLSearchParams({
    UniqueId: item.guid,
    Translate: 'false',
    tempauth: `${pass}.${seal(pass)}`,
    ApiVersion: '2.0',
  });
  return `${new URL(base).origin}${DOWNLOAD_PATH}?${query.toString()}`;
}

/** Which file an address opens; undefined when it is not one of ours or has expired. */
export function openedBy(query: URLSearchParams): { driveId: string; itemId: string } | undefined {
  const [pass = '', given = ''] = query.get('tempauth')?.split('.') ?? [];
  const wanted = Buffer.from(seal(pass));
  const offered = Buffer.from(given);
  if (wanted.length !== offered.length || !timingSafeEqual(wanted, offered)) return undefined;
  const [driveId, itemId, until] = JSON.parse(Buffer.from(pass, 'base64url').toString()) as [string, string, number];
  return until > Date.now() ? { driveId, itemId } : undefined;
}

function seal(pass: string): string {
  return createHmac('sha256', SECRET).update(pass).digest('base64url');
}
