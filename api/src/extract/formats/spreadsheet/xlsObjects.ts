import type { UnreadCounts } from '#contract/files/unread.ts';

// Records and values from the specification MS-XLS, 2.4.21 (BOF), 2.4.181 (Obj) and 2.5.143 (FtCmo).
const BEGINNING = 0x0809;
const CHART = 0x0020;
const OBJECT = 0x005d;
const TEXT_BOX = 6;
const PICTURE = 8;

/** The part of the library's reader of compound files that is used here; it has no type for it. */
interface CompoundFiles {
  read(bytes: Buffer, options: { type: 'buffer' }): { FullPaths: string[] };
  find(file: { FullPaths: string[] }, path: string): { content: Uint8Array } | null;
}

/** Counts what a workbook of Excel 97 to 2003 contains beside its cells. */
export function countXlsObjects(bytes: Buffer, cfb: CompoundFiles, unread: UnreadCounts): void {
  const file = cfb.read(bytes, { type: 'buffer' });
  if (file.FullPaths.some((path) => path.includes('/_VBA_PROJECT'))) unread.add('macros');
  // Each embedded object has a folder, and a picture that stands for it.
  const embedded = file.FullPaths.filter((path) => /\/MBD[0-9A-F]{8}\/$/i.test(path)).length;
  unread.add('embeddedObject', embedded);
  const content = cfb.find(file, '/Workbook')?.content;
  let pictures = 0;
  for (const { type, body } of listRecords(Buffer.from(content ?? []))) {
    if (type === BEGINNING && body.length >= 4 && body.readUInt16LE(2) === CHART) unread.add('chart');
    if (type !== OBJECT || body.length < 6) continue;
    const kind = body.readUInt16LE(4);
    if (kind === TEXT_BOX) unread.add('textBox');
    if (kind === PICTURE) pictures += 1;
  }
  unread.add('picture', pictures - embedded);
}

function* listRecords(stream: Buffer): Generator<{ type: number; body: Buffer }> {
  for (let offset = 0; offset + 4 <= stream.length;) {
    const end = offset + 4 + stream.readUInt16LE(offset + 2);
    yield { type: stream.readUInt16LE(offset), body: stream.subarray(offset + 4, end) };
    offset = end;
  }
}
