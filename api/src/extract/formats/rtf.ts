import iconv from 'iconv-lite';
import type { TextPart } from '#contract/files/locations.ts';
import type { UnreadKind } from '#contract/files/unread.ts';
import type { FormatContext, Summary } from './format.ts';
import { CHARACTERS, FONT_CHARSETS, HEADERS, SKIPPED } from './rtfWords.ts';
import { RtfTable } from './rtfTable.ts';
import { tidyText } from './tidyText.ts';

/**
 * Reads Rich Text Format (specification 1.9.1 of Microsoft) as one part, with the labels of lists and rows as `| a | b |`; headers
 * and footers come last.
 */
export async function* readRtfFile(bytes: Buffer, { unread }: FormatContext): AsyncGenerator<TextPart, Summary> {
  const text = tidyText(readRtf(bytes, (kind) => unread.add(kind)));
  if (text !== '') yield { location: { kind: 'whole' }, text };
  return { pages: null };
}

/** What a group inherits from the one around it. */
interface Group {
  isSkipped: boolean;
  isHidden: boolean;
  /** Characters that follow `\u` for programs without Unicode. */
  fallback: number;
  encoding: string;
  /** Where the text of the group goes: to the body or to the headers. */
  output: string[];
  /** Whether the group is an object, whose pictures only represent it. */
  isObject: boolean;
  /** Whether the group is a drawn shape, of which only text and pictures matter. */
  isShape: boolean;
  /** Written when the group ends. Not inherited. */
  end: string;
  /** Whether the group has no content so far. */
  isNew: boolean;
}

/** Control words that leave pending bytes of text to be decoded first. */
const TABLE = /^(?:trowd|intbl|itap|nestcell|cell|row)$/;
const TOKEN = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([^a-z'])|([{}])|([^\\{}\r\n]+)/gis;

export function readRtf(bytes: Buffer, countUnread: (kind: UnreadKind) => void): string {
  const reader = new RtfReader(countUnread);
  const source = bytes.toString('latin1');
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(source); match; match = TOKEN.exec(source)) {
    const [, word, number, byte, symbol, brace, text] = match;
    if (word !== undefined) TOKEN.lastIndex += reader.control(word, number === undefined ? null : Number(number));
    else if (byte !== undefined) reader.byte(Number.parseInt(byte, 16));
    else if (symbol !== undefined) reader.symbol(symbol);
    else if (brace !== undefined) reader.brace(brace);
    else if (text !== undefined) reader.text(text);
  }
  return reader.finish();
}

class RtfReader {
  private readonly groups: Group[] = [];
  private readonly body: string[] = [];
  private readonly headers: string[] = [];
  private readonly countUnread: (kind: UnreadKind) => void;
  private group: Group = {
    isSkipped: false,
    isHidden: false,
    fallback: 1,
    encoding: 'cp1252',
    output: this.body,
    isObject: false,
    isShape: false,
    end: '',
    isNew: false,
  };
  private documentEncoding = 'cp1252';
  private readonly fonts = new Map<number, string>();
  private font = 0;
  /** Bytes of the code page that wait to be decoded together: some characters have two. */
  private bytes: number[] = [];
  /** Number of fallback characters still to skip after a character of `\u`. */
  private replaced = 0;
  /** Whether the text repeats HTML that was made into RTF (MS-OXRTFEX). */
  private isHtmlCopy = false;
  private readonly table = new RtfTable();
  /** Notes and comments, which follow at the end of their paragraph. */
  private readonly notes: string[] = [];

  constructor(countUnread: (kind: UnreadKind) => void) {
    this.countUnread = countUnread;
  }

  private get output(): string[] {
    return this.group.output;
  }

  /** @returns how many bytes of binary data follow, which are no text */
  control(word: string, value: number | null): number {
    this.group.isNew = false;
    if (word === 'bin') return Math.max(0, value ?? 0);
    if (word === 'nestrow') this.table.endNestedRow(this.output);
    else if (SKIPPED.has(word)) this.skip(word);
    else if (HEADERS.has(word)) this.openHeader();
    else if (/^(shppict|shpinst|shptxt|annotation|footnote|object|moMath)$/.test(word)) this.openKnownGroup(word);
    else if (word === 'ansicpg') this.setDocumentEncoding(`cp${value ?? 1252}`);
    else if (word === 'mac') this.setDocumentEncoding('macintosh');
    else if (word === 'uc') this.group.fallback = Math.max(0, value ?? 1);
    else if (word === 'u') this.unicode(value ?? 0);
    else if (word === 'f') this.chooseFont(value ?? 0);
    else if (word === 'fcharset') this.fonts.set(this.font, FONT_CHARSETS[value ?? 0] ?? '');
    else if (word === 'v' || word === 'deleted') this.group.isHidden = value !== 0;
    else if (word === 'plain') this.group.isHidden = false;
    else if (word === 'htmlrtf') this.isHtmlCopy = value !== 0;
    else if (CHARACTERS.has(word)) this.writeCharacter(word);
    else if (!this.group.isSkipped) this.readTable(word, value ?? 1);
    return 0;
  }

  byte(byte: number): void {
    if (this.replaced > 0) this.replaced -= 1;
    else if (this.isShown) this.bytes.push(byte);
  }

  symbol(symbol: string): void {
    // Counts only at the start of a group, because some programs write it elsewhere too.
    if (symbol === '*') this.group.isSkipped ||= this.group.isNew;
    else if (symbol === '~') this.write(' ');
    else if (symbol === '_') this.write('-');
    else if (/[\\{}]/.test(symbol)) this.write(symbol);
    else if (symbol === '\n' || symbol === '\r') this.write('\n');
  }

  brace(brace: string): void {
    this.decode();
    this.replaced = 0;
    if (brace === '{') {
      this.groups.push(this.group);
      this.group = { ...this.group, end: '', isNew: true };
    } else {
      this.write(this.group.end);
      this.group = this.groups.pop() ?? this.group;
    }
  }

  text(text: string): void {
    this.group.isNew = false;
    const skipped = Math.min(this.replaced, text.length);
    this.replaced -= skipped;
    // The specification does not allow raw bytes beyond ASCII, but some programs write them.
    if (this.isShown) for (const character of text.slice(skipped)) this.bytes.push(character.charCodeAt(0));
  }

  finish(): string {
    this.decode();
    this.addNotes();
    return [
      this.body.join(''),
      ...new Set(
        this.headers
          .join('')
          .split('\f')
          .map((text) => text.trim()),
      ),
    ]
      .filter(Boolean)
      .join('\n\n');
  }

  private skip(word: string): void {
    const { isSkipped, isShape, isObject } = this.group;
    if (word === 'pict' && (!isSkipped || isShape) && !isObject) this.countUnread('picture');
    this.group.isSkipped = true;
  }

  private openHeader(): void {
    this.decode();
    Object.assign(this.group, { output: this.headers, end: '\f' });
  }

  /** Groups that programs of before 1997 would skip, because they begin with `\*`, and objects. */
  private openKnownGroup(word: string): void {
    const around = this.groups.at(-1)?.isSkipped ?? false;
    if (word === 'shpinst') this.group.isShape = !around;
    else if (word === 'shptxt') {
      this.group.isSkipped = !this.group.isShape;
      this.group.end = '\n';
    } else if (word === 'moMath' || word === 'object') {
      if (!around) this.countUnread(word === 'moMath' ? 'equation' : 'embeddedObject');
      this.group.isObject = true;
    } else {
      this.group.isSkipped = around;
      if (word === 'shppict') return;
      this.decode();
      Object.assign(this.group, { output: this.notes, end: ')' });
      this.write(word === 'annotation' ? ' (comment: ' : ' (note: ');
    }
  }

  private get isShown(): boolean {
    return !this.group.isSkipped && !this.group.isHidden && !this.isHtmlCopy;
  }

  private write(text: string): void {
    this.decode();
    if (this.isShown) this.output.push(text);
  }

  private decode(): void {
    if (this.bytes.length === 0) return;
    const encoding = iconv.encodingExists(this.group.encoding) ? this.group.encoding : 'cp1252';
    this.output.push(iconv.decode(Buffer.from(this.bytes), encoding));
    this.bytes = [];
  }

  private unicode(value: number): void {
    this.write(String.fromCharCode(value & 0xffff));
    this.replaced = this.group.fallback;
  }

  private setDocumentEncoding(encoding: string): void {
    this.documentEncoding = encoding;
    this.group.encoding = encoding;
  }

  private chooseFont(font: number): void {
    this.decode();
    this.font = font;
    this.group.encoding = this.fonts.get(font) || this.documentEncoding;
  }

  private writeCharacter(word: string): void {
    const isBreak = word === 'par' || word === 'line';
    if (this.output === this.notes && isBreak) return this.write(' ');
    if (this.output === this.body && word === 'par') {
      this.addNotes();
      this.table.endParagraph();
    }
    this.write(this.table.isOpen && isBreak ? ' ' : CHARACTERS.get(word)!);
  }

  private addNotes(): void {
    this.decode();
    this.body.push(...this.notes.splice(0).map((text) => text.replace(/\s+/g, ' ')));
  }

  private readTable(word: string, value: number): void {
    if (word === 'cell') this.addNotes();
    if (TABLE.test(word)) this.decode();
    this.table.control(word, value, this.output);
  }
}
