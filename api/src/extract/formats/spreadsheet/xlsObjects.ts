import type { TextPart } from '#contract/files/locations.ts';
import type { UnreadCounts } from '#contract/files/unread.ts';
import { tidyText } from '#api/extract/formats/tidyText.ts';
import { readString, XlsChart } from './xlsChart.ts';

// Records and values from the specification MS-XLS, 2.4.21 (BOF), 2.4.28 (BoundSheet8), 2.4.181 (Obj), 2.4.329 (TxO) and 2.5.143 (FtCmo).
const BEGINNING = 0x0809;
const END = 0x000a;
const SHEET = 0x0085;
const CONTINUE = 0x003c;
const OBJECT = 0x005d;
const TEXT = 0x01b6;
const CHART = 0x0020;
const UNICODE = 0x0600;
const PICTURE = 8;
/** A comment, which is read with its cell. */
const COMMENT = 25;

/** The part of the library's reader of compound files that is used here; it has no type for it. */
interface CompoundFiles {
  read(bytes: Buffer, options: { type: 'buffer' }): { FullPaths: string[] };
  find(file: { FullPaths: string[] }, path: string): { content: Uint8Array } | null;
}

/** Reads the charts and text boxes of a workbook of Excel 97 to 2003, and counts what else it contains beside its cells. */
export function readXlsObjects(bytes: Buffer, cfb: CompoundFiles, unread: UnreadCounts): TextPart[] {
  const file = cfb.read(bytes, { type: 'buffer' });
  if (file.FullPaths.some((path) => path.includes('/_VBA_PROJECT'))) unread.add('macros');
  // Each embedded object has a folder, and a picture that stands for it.
  const embedded = file.FullPaths.filter((path) => /\/MBD[0-9A-F]{8}\/$/i.test(path)).length;
  unread.add('embeddedObject', embedded);
  const content = (cfb.find(file, '/Workbook') ?? cfb.find(file, '/Book'))?.content;
  const reader = new ObjectReader(unread);
  for (const record of listRecords(Buffer.from(content ?? []))) reader.add(record);
  unread.add('picture', reader.pictures - embedded);
  return reader.parts;
}

interface StreamRecord {
  offset: number;
  type: number;
  body: Buffer;
}

class ObjectReader {
  readonly parts: TextPart[] = [];
  pictures = 0;
  private readonly unread: UnreadCounts;
  private readonly names = new Map<number, string>();
  private sheet = '';
  /** The text boxes of the current sheet. */
  private readonly boxes: string[] = [];
  private readonly charts: string[] = [];
  /** Open parts of the stream, outermost first; null for other parts than charts. */
  private readonly open: (XlsChart | null)[] = [];
  private isUnicode = true;
  private kind = 0;
  /** The text of a box, and how many characters of it follow. */
  private box: { text: string; missing: number } | null = null;

  constructor(unread: UnreadCounts) {
    this.unread = unread;
  }

  add({ offset, type, body }: StreamRecord): void {
    if (type === CONTINUE) return this.continueBox(body);
    this.endBox();
    if (type === BEGINNING && body.length >= 4) this.begin(offset, body);
    else if (type === END) this.end();
    else if (type === SHEET && body.length > 8 && this.isUnicode)
      this.names.set(body.readUInt32LE(0), readString(body.subarray(6), 1));
    else if (type === OBJECT && body.length >= 6) {
      this.kind = body.readUInt16LE(4);
      if (this.kind === PICTURE) this.pictures += 1;
    } else if (type === TEXT && body.length >= 12 && this.kind !== COMMENT)
      this.box = { text: '', missing: body.readUInt16LE(10) };
    else this.open.at(-1)?.add(type, body);
  }

  private begin(offset: number, body: Buffer): void {
    if (this.open.length === 0) {
      this.isUnicode = body.readUInt16LE(0) === UNICODE;
      this.sheet = this.names.get(offset) ?? '';
    }
    const isChart = body.readUInt16LE(2) === CHART;
    if (isChart && !this.isUnicode) this.unread.add('chart');
    this.open.push(isChart && this.isUnicode ? new XlsChart(this.unread) : null);
  }

  private end(): void {
    this.charts.push(this.open.pop()?.finish() ?? '');
    if (this.open.length > 0) return;
    const texts = [this.boxes.splice(0).join('\n\n'), ...this.charts.splice(0)].map(tidyText);
    for (const text of texts)
      if (text !== '') this.parts.push({ location: { kind: 'sheet', sheet: this.sheet }, text });
  }

  private continueBox(body: Buffer): void {
    if (!this.box || this.box.missing === 0 || body.length === 0) return;
    const isWide = (body[0]! & 1) === 1;
    const text = body
      .subarray(1)
      .toString(isWide ? 'utf16le' : 'latin1')
      .slice(0, this.box.missing);
    this.box = { text: this.box.text + text, missing: this.box.missing - text.length };
  }

  private endBox(): void {
    if (this.box) this.boxes.push(this.box.text.trim());
    this.box = null;
  }
}

function* listRecords(stream: Buffer): Generator<StreamRecord> {
  for (let offset = 0; offset + 4 <= stream.length;) {
    const end = offset + 4 + stream.readUInt16LE(offset + 2);
    yield { offset, type: stream.readUInt16LE(offset), body: stream.subarray(offset + 4, end) };
    offset = end;
  }
}
