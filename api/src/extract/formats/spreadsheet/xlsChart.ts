import { countEmpty, type UnreadCounts } from '#contract/files/unread.ts';
import { formatChart, MAX_POINTS, roundValue, type Series } from '#api/extract/formats/office/chartTable.ts';

// Records from the specification MS-XLS, 2.4.
const SERIES = 0x1003;
const SERIES_TEXT = 0x100d;
const TEXT = 0x1025;
const OBJECT_LINK = 0x1027;
const BEGIN = 0x1033;
const END = 0x1034;
const CACHE = 0x1065;
const NUMBER = 0x0203;
const LABEL = 0x0204;
/** What a cache contains: the values of series, or their categories. */
const VALUES = 1;
const CATEGORIES = 2;

/** Collects a chart of Excel 97 to 2003 from its records: title, axes and the saved values of its series. */
export class XlsChart {
  private readonly unread: UnreadCounts;
  private readonly title: string[] = [];
  private readonly axes: string[] = [];
  private readonly names: string[] = [];
  private readonly series: Series[] = [];
  private depth = 0;
  /** Depth of the block of the current series. */
  private seriesDepth: number | null = null;
  private label = '';
  private cache = 0;
  private points = 0;

  constructor(unread: UnreadCounts) {
    this.unread = unread;
  }

  add(type: number, body: Buffer): void {
    if (type === BEGIN) this.depth += 1;
    else if (type === END) {
      this.depth -= 1;
      if (this.seriesDepth !== null && this.depth <= this.seriesDepth) this.seriesDepth = null;
    } else if (type === SERIES) {
      this.seriesDepth = this.depth;
      this.names.push('');
    } else if (type === SERIES_TEXT && body.length > 3) this.addText(readString(body.subarray(2), 1));
    else if (type === TEXT) this.label = '';
    else if (type === OBJECT_LINK && body.length >= 2) this.addLabel(body.readUInt16LE(0));
    else if (type === CACHE && body.length >= 2) this.cache = body.readUInt16LE(0);
    else if (type === NUMBER && body.length >= 14) this.addPoint(body, roundValue(`${body.readDoubleLE(6)}`));
    else if (type === LABEL && body.length > 8) this.addPoint(body, readString(body.subarray(6), 2));
  }

  finish(): string {
    const named = this.series.map((each, index) => ({ ...each, name: this.names[index] ?? '' }));
    return countEmpty(formatChart(this.title.join(' '), this.axes, named), 'chart', this.unread);
  }

  private addText(text: string): void {
    if (this.seriesDepth === null) this.label = text;
    else this.names.push(this.names.pop() || text);
  }

  /** @param target 1 for the chart; 2, 3 and 7 for its axes; others for single values */
  private addLabel(target: number): void {
    if (this.label === '') return;
    if (target === 1) this.title.push(this.label);
    else if (target === 2 || target === 3 || target === 7) this.axes.push(this.label);
    this.label = '';
  }

  private addPoint(body: Buffer, text: string): void {
    if (this.cache !== VALUES && this.cache !== CATEGORIES) return;
    const index = body.readUInt16LE(2);
    if (text === '' || index >= this.names.length) return;
    this.points += 1;
    if (this.points > MAX_POINTS) return this.unread.add('chartValue');
    while (this.series.length <= index) this.series.push({ name: '', categories: new Map(), values: new Map() });
    const { values, categories } = this.series[index]!;
    (this.cache === VALUES ? values : categories).set(body.readUInt16LE(0), text);
  }
}

/** A text with its length in front, in Latin letters or in UTF-16 (MS-XLS, 2.5.240 and 2.5.294). */
export function readString(body: Buffer, lengthBytes: 1 | 2): string {
  const length = body.readUIntLE(0, lengthBytes);
  const isWide = (body[lengthBytes]! & 1) === 1;
  const text = body.subarray(lengthBytes + 1, lengthBytes + 1 + length * (isWide ? 2 : 1));
  return text
    .toString(isWide ? 'utf16le' : 'latin1')
    .replace(/\s+/g, ' ')
    .trim();
}
