import { ObjectCounter } from '#api/extract/formats/office/objectCounter.ts';
import { getAttribute, readElements } from '#api/extract/formats/office/xml.ts';
import { EquationReader } from './equation.ts';
import type { DocumentParts } from './documentParts.ts';
import { describeEnd, emptyParagraph, readParagraphProperty, type Paragraph } from './paragraph.ts';
import type { SectionWriter } from './sectionWriter.ts';
import { toSign } from './signs.ts';
import { Visibility } from './visibility.ts';
import { isOn } from './wordStyles.ts';

type Attributes = Record<string, string>;

/**
 * Elements whose text a reader of the document does not see: deleted text, former properties, the reading aid over a word,
 * and properties whose elements are named like those of text.
 */
const SKIPPED: ReadonlySet<string> = new Set(
  'del moveFrom rt pPrChange rPrChange tblPrChange trPrChange tcPrChange sectPrChange numberingChange tabs'.split(' '),
);

/** Reads a part of a Word document: its body, its notes, its comments, or a header. Tracked changes count as accepted. */
export class DocumentReader {
  private readonly writer: SectionWriter;
  private readonly parts: DocumentParts;
  private readonly path: string[] = [];
  /** Depth inside a skipped element. */
  private skipped = 0;
  private paragraph = emptyParagraph();
  private readonly hosts: Paragraph[] = [];
  private readonly visibility = new Visibility();
  private readonly rows: { isDeleted: boolean; span: number }[] = [];
  /** Characters before each open alternative, and whether one of them has been read. */
  private readonly alternatives: number[] = [];
  private length = 0;
  private equation: EquationReader | null = null;
  private equationDepth = 0;
  private checkbox: { isChecked: boolean } | null = null;
  /** Whether the content of the current control is the symbol of a checkbox. */
  private isCheckbox = false;
  private collects = false;
  private readonly objects: ObjectCounter;
  /** Called before the text of a note or comment, with its attributes. */
  onEntry: (name: string, attributes: Attributes) => boolean = () => true;

  constructor(writer: SectionWriter, parts: DocumentParts) {
    this.writer = writer;
    this.parts = parts;
    this.objects = new ObjectCounter(parts.countUnread);
  }

  read(xml: string): void {
    readElements(xml, {
      open: (name, attributes) => this.open(name, attributes),
      close: (name) => this.close(name),
      text: (text) => this.text(text),
    });
  }

  private open(name: string, attributes: Attributes): void {
    if (this.equation) {
      this.equationDepth += 1;
      return this.equation.open(name, attributes);
    }
    if (this.skipped > 0) return void (this.skipped += 1);
    const parent = this.path.at(-1);
    if (this.isSkipped(name, parent, attributes)) return void (this.skipped = 1);
    this.path.push(name);
    this.objects.open(name, attributes);
    const value = getAttribute(attributes, 'val');
    if (parent === 'pPr' || parent === 'numPr') readParagraphProperty(this.paragraph, name, value, this.parts.styles);
    else if (parent === 'rPr') this.readRunProperty(name, value);
    else this.readElement(name, attributes, value);
  }

  private isSkipped(name: string, parent: string | undefined, attributes: Attributes): boolean {
    // Here, `del` only marks its row or paragraph as deleted; the element contains no text.
    if (name === 'del' && (parent === 'trPr' || parent === 'rPr')) {
      const row = this.rows.at(-1);
      if (parent === 'trPr' && row) row.isDeleted = true;
      return true;
    }
    if (SKIPPED.has(name)) return true;
    if (name === 'Fallback') return this.length > (this.alternatives.at(-1) ?? 0);
    if (name === 'sdtContent' && this.isCheckbox) {
      this.isCheckbox = false;
      return true;
    }
    if (/^(footnote|endnote|comment)$/.test(name)) return !this.onEntry(name, attributes);
    return false;
  }

  private readElement(name: string, attributes: Attributes, value: string | undefined): void {
    switch (name) {
      case 'p':
        this.paragraph = emptyParagraph();
        return;
      case 'r':
        return this.visibility.openRun();
      case 't':
        this.collects = true;
        return;
      case 'tab':
      case 'ptab':
        return this.write('\t');
      case 'br':
      case 'cr':
        return this.write('\n');
      case 'noBreakHyphen':
        return this.write('-');
      case 'sym':
        return this.writeSign(getAttribute(attributes, 'char') ?? '', getAttribute(attributes, 'font'));
      // The words of a watermark or of WordArt.
      case 'textpath':
        return this.write(` ${getAttribute(attributes, 'string') ?? ''} `);
      case 'oMath':
        this.equation = new EquationReader();
        this.equationDepth = 0;
        return;
      case 'fldChar':
        return this.visibility.readField(getAttribute(attributes, 'fldCharType'));
      case 'checkBox':
      case 'checkbox':
        this.checkbox = { isChecked: false };
        return;
      case 'default':
      case 'checked':
        if (this.checkbox) this.checkbox.isChecked = isOn(value);
        return;
      case 'footnoteReference':
      case 'endnoteReference':
        return this.write(
          `[${this.parts.numberNote(name === 'footnoteReference' ? 'footnote' : 'endnote', getAttribute(attributes, 'id') ?? '')}]`,
        );
      case 'AlternateContent':
        this.alternatives.push(this.length);
        return;
      case 'txbxContent':
        this.hosts.push(this.paragraph);
        this.writer.openBox();
        return;
      case 'docPr':
        return this.describe(attributes);
      case 'chart':
      case 'relIds':
      case 'altChunk':
        return this.writer.addAfterParagraph(
          this.parts.readLinked(getAttribute(attributes, name === 'relIds' ? 'dm' : 'id') ?? ''),
        );
      case 'tr':
        this.rows.push({ isDeleted: false, span: 1 });
        this.writer.openRow();
        return;
      case 'gridBefore':
        for (let left = toSpan(value); left > 0; left -= 1) this.writer.endCell(1);
        return;
      case 'gridSpan': {
        const row = this.rows.at(-1);
        if (row) row.span = Math.max(1, toSpan(value));
        return;
      }
      default:
    }
  }

  private readRunProperty(name: string, value: string | undefined): void {
    // The properties of a paragraph contain those of its mark, which has no text.
    if (this.path.at(-3) !== 'r') return;
    if (name === 'vanish') this.visibility.setHidden(isOn(value));
    else if (name === 'rStyle' && this.parts.styles.isHidden(value ?? '')) this.visibility.setHidden(true);
  }

  private text(text: string): void {
    if (this.equation) this.equation.text(text);
    else if (this.collects && this.skipped === 0) this.write(text);
  }

  private write(text: string): void {
    if (text === '' || !this.visibility.isVisible(this.paragraph.isHidden)) return;
    this.length += text.length;
    this.writer.text(text);
  }

  private writeSign(code: string, font?: string): void {
    const sign = toSign(code, font);
    if (sign === '') this.parts.countUnread('character');
    this.write(sign);
  }

  /** The alternative text of a picture or chart. */
  private describe(attributes: Attributes): void {
    const text = (attributes['descr'] || attributes['title'] || '').replace(/\s+/g, ' ').trim();
    if (text !== '') this.write(` [${text}] `);
  }

  private close(name: string): void {
    if (this.equation) {
      if (this.equationDepth === 0) return this.endEquation();
      this.equationDepth -= 1;
      return this.equation.close(name);
    }
    if (this.skipped > 0) return void (this.skipped -= 1);
    this.path.pop();
    this.objects.close(name);
    if (name === 't') this.collects = false;
    else if (name === 'checkBox' || name === 'checkbox') this.endCheckbox(name);
    else if (name === 'r') this.visibility.closeRun();
    else if (name === 'p') this.endParagraph();
    else if (name === 'tc') this.endCell();
    else if (name === 'tr') this.writer.endRow(this.rows.pop()?.isDeleted ?? false);
    else if (name === 'AlternateContent') this.alternatives.pop();
    else if (name === 'txbxContent') {
      this.writer.closeBox();
      this.paragraph = this.hosts.pop() ?? emptyParagraph();
    }
  }

  private endCheckbox(name: string): void {
    // The checkbox of a form has no text in the file, so its state is written as text.
    this.writer.text(this.checkbox?.isChecked ? '[x] ' : '[ ] ');
    this.checkbox = null;
    this.isCheckbox = name === 'checkbox';
  }

  private endEquation(): void {
    const text = this.equation?.finish() ?? '';
    if (this.equation?.isCut) this.parts.countUnread('equation');
    this.equation = null;
    this.path.pop();
    this.write(text);
  }

  private endCell(): void {
    const row = this.rows.at(-1);
    this.writer.endCell(row?.span ?? 1);
    if (row) row.span = 1;
  }

  private endParagraph(): void {
    this.visibility.endParagraph();
    this.writer.endParagraph(describeEnd(this.paragraph, this.parts));
    this.paragraph = emptyParagraph();
  }
}

/** Word allows 63 columns. */
const toSpan = (value: string | undefined) => Math.min(63, Number(value) || 0);
