import { createHash } from 'node:crypto';
import { assemblePdf } from './rawPdf.ts';

/** Pads a password to 32 bytes (ISO 32000-1, 7.6.3.3). */
const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');
const PERMISSIONS = -4;
const FILE_ID = Buffer.from('0123456789abcdef0123456789abcdef', 'hex');

/**
 * An encrypted PDF of one page: standard security handler, revision 2 (RC4, 40 bits), see ISO 32000-1, 7.6.
 * With `password: ''`, the file is encrypted but opens without a password.
 */
export function makeLockedPdf({ text = 'The vault code is kept here.', password = 'open sesame' } = {}): Uint8Array {
  const ownerEntry = rc4(md5(padPassword('the owner')).subarray(0, 5), padPassword(password));
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(PERMISSIONS);
  const key = md5(Buffer.concat([padPassword(password), ownerEntry, permissions, FILE_ID])).subarray(0, 5);
  const userEntry = rc4(key, PADDING);

  const content = rc4(deriveObjectKey(key, 5), Buffer.from(`BT /F1 12 Tf 72 720 Td (${text}) Tj ET`, 'latin1'));
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources << /Font << /F1 4 0 R >> >> >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Length ${content.length} >>\nstream\n${content.toString('latin1')}\nendstream`,
    `<< /Filter /Standard /V 1 /R 2 /P ${PERMISSIONS} /O ${toHexString(ownerEntry)} /U ${toHexString(userEntry)} >>`,
  ];
  return assemblePdf(objects, `/Root 1 0 R /Encrypt 6 0 R /ID [${toHexString(FILE_ID)} ${toHexString(FILE_ID)}]`);
}

/** 7.6.2, algorithm 1: a separate key for each object. */
function deriveObjectKey(key: Buffer, number: number): Buffer {
  return md5(Buffer.concat([key, Buffer.from([number, 0, 0, 0, 0])])).subarray(0, key.length + 5);
}

function rc4(key: Buffer, data: Buffer): Buffer {
  const state = Array.from({ length: 256 }, (_, index) => index);
  const swap = (a: number, b: number) => ([state[a], state[b]] = [state[b]!, state[a]!]);
  for (let i = 0, j = 0; i < 256; i += 1) {
    j = (j + state[i]! + key[i % key.length]!) % 256;
    swap(i, j);
  }
  let [i, j] = [0, 0];
  return data.map((byte) => {
    i = (i + 1) % 256;
    j = (j + state[i]!) % 256;
    swap(i, j);
    return byte ^ state[(state[i]! + state[j]!) % 256]!;
  }) as Buffer;
}

function padPassword(password: string): Buffer {
  return Buffer.concat([Buffer.from(password, 'latin1'), PADDING]).subarray(0, 32);
}

function md5(data: Buffer): Buffer {
  return createHash('md5').update(data).digest();
}

function toHexString(data: Buffer): string {
  return `<${data.toString('hex')}>`;
}
