import type { TextPart } from '#contract/files/locations.ts';
import type { UnreadKind } from '#contract/files/unread.ts';
import { SectionWriter } from '#api/extract/formats/docx/sectionWriter.ts';
import { getAttribute, readElements } from '#api/extract/formats/office/xml.ts';
import { FrameCounter } from './frameCounter.ts';
import type { ListLabels } from './listLabels.ts';

type Attributes = Record<string, string>;

/** Elements that are skipped: deleted text, pictures, and descriptions of the text. */
const SKIPPED: ReadonlySet<string> = new Set([
  'tracked-changes',
  'automatic-styles',
  'styles',
  'ruby-text',
  'binary-data',
]);
/** Where a value of a chart comes from, which LibreOffice saves as a description. */
const RANGE = /^\S{1,100}\.\$?[A-Z]{1,3}\$?\d{1,7}(?::\S{1,120})?$/;
/** Limits repeated blanks and cells: the empty cells of a row are repeated up to the last column of the sheet. */
const MAX_REPEATED = 60;

export interface ContentOptions {
  countUnread: (kind: UnreadKind, count?: number) => void;
  /**
   * The text of an embedded document by its folder; empty if it has no text, and then the document is counted as
   * unread.
   */
  readObject: (name: string) => string;
}

interface OpenList {
  style: string;
  count: number;
}

/** Reads the content of an Open Document, or its headers and footers, into parts. */
export class ContentReader {
  slides = 0;
  private readonly labels: ListLabels;
  private readonly parts: TextPart[] = [];
  private writer = new SectionWriter();
  /** Open paragraphs: one in a text box is within another. */
  private readonly paragraphs: { headingLevel: number | null; label: string }[] = [];
  private readonly lists: OpenList[] = [];
  /** Label of the next paragraph of the current item; the further ones have none. */
  private label = '';
  private readonly cells: number[] = [];
  private skipped = 0;
  /** In a document of one file, the element with the headers is beside the one with the text. */
  private excluded = 'master-styles';
  /** Whether the reader is still in the author, initials and date of a comment, which come before its text. */
  private isCommentHead = false;
  private note = '';
  private citation: string | null = null;
  /** The description of the picture that is being read. */
  private description: string | null = null;

  private readonly frames: FrameCounter;
  private readonly options: ContentOptions;

  constructor(labels: ListLabels, options: ContentOptions) {
    this.labels = labels;
    this.options = options;
    this.frames = new FrameCounter(options.countUnread);
  }

  read(xml: string): void {
    readElements(xml, {
      open: (name, attributes) => this.open(name, attributes),
      close: (name) => this.close(name),
      text: (text) => this.text(text),
    });
  }

  /** @param styles XML of the styles, which contains the headers and footers of pages */
  readHeaders(styles: string): void {
    this.writer.startAppendix('Headers and footers');
    this.excluded = 'body';
    this.read(styles);
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'p' || name === 'list') this.isCommentHead = false;
    if (this.skipped > 0 || this.isCommentHead || name === this.excluded || SKIPPED.has(name))
      return void (this.skipped += 1);
    this.frames.open(name);
    switch (name) {
      case 'page':
        this.endSlide();
        this.slides += 1;
        return;
      case 'p':
      case 'h':
        return this.openParagraph(name, attributes);
      case 's':
        return this.write(' '.repeat(Math.min(MAX_REPEATED, Number(getAttribute(attributes, 'c') ?? 1))));
      case 'tab':
        return this.write('\t');
      case 'line-break':
        return this.write('\n');
      case 'list':
        return void this.lists.push(this.openList(getAttribute(attributes, 'style-name')));
      case 'list-item':
        return this.openItem(attributes);
      case 'note-citation':
        this.citation = '';
        return;
      case 'desc':
        this.description = '';
        return;
      case 'object':
        return this.writer.addAfterParagraph(this.options.readObject(getAttribute(attributes, 'href') ?? ''));
      case 'object-ole':
        return this.options.countUnread('embeddedObject');
      case 'note-body':
      case 'text-box':
      case 'annotation':
        this.writer.openBox();
        this.isCommentHead = name === 'annotation';
        if (name === 'note-body') this.writer.text(`[${this.note}] `);
        return;
      case 'table-row':
        return this.writer.openRow();
      case 'table-cell':
      case 'covered-table-cell':
        return void this.cells.push(Number(getAttribute(attributes, 'number-columns-repeated') ?? 1));
      default:
    }
  }

  text(text: string): void {
    if (this.skipped > 0) return;
    if (this.citation !== null) this.citation += text;
    else if (this.description !== null) this.description += text;
    else if (this.paragraphs.length > 0) this.write(text.replace(/\s+/g, ' '));
  }

  close(name: string): void {
    if (this.skipped > 0) return void (this.skipped -= 1);
    this.frames.close(name);
    switch (name) {
      case 'p':
      case 'h':
        return this.closeParagraph();
      case 'list':
        this.lists.pop();
        this.label = '';
        return;
      case 'note-citation':
        this.note = this.citation ?? '';
        this.citation = null;
        return this.write(`[${this.note}]`);
      case 'desc':
        this.writer.addAfterParagraph(
          this.description && !RANGE.test(this.description) ? `[${this.description.trim()}]` : '',
        );
        this.description = null;
        return;
      case 'note-body':
      case 'text-box':
      case 'annotation':
        this.isCommentHead = false;
        return this.writer.closeBox();
      case 'table-cell':
      case 'covered-table-cell':
        return this.writer.endCell(Math.min(MAX_REPEATED, this.cells.pop() ?? 1));
      case 'table-row':
        return this.writer.endRow(false);
      default:
    }
  }

  finish(): TextPart[] {
    this.endSlide();
    return this.parts;
  }

  private write(text: string): void {
    this.writer.text(text);
  }

  private openParagraph(name: string, attributes: Attributes): void {
    const level = Number(getAttribute(attributes, 'outline-level') ?? 1);
    this.paragraphs.push({ headingLevel: name === 'h' ? Math.max(1, level) : null, label: this.label });
    this.label = '';
  }

  private closeParagraph(): void {
    const paragraph = this.paragraphs.pop();
    if (!paragraph) return;
    const { headingLevel, label } = paragraph;
    this.writer.endParagraph({ headingLevel, label, listDepth: label === '' ? null : this.lists.length - 1 });
  }

  /** A list within a list has the style of the outer one unless it names one. */
  private openList(style: string | undefined): OpenList {
    const name = style ?? this.lists.at(-1)?.style ?? '';
    return { style: name, count: this.labels.getStart(name, this.lists.length + 1) - 1 };
  }

  private openItem(attributes: Attributes): void {
    const list = this.lists.at(-1);
    if (!list) return;
    const start = getAttribute(attributes, 'start-value');
    list.count = start === undefined ? list.count + 1 : Number(start);
    this.label = this.labels.format(
      list.style,
      this.lists.map(({ count }) => count),
    );
  }

  private endSlide(): void {
    const parts = this.writer.finish();
    this.options.countUnread('row', this.writer.droppedRows);
    this.writer = new SectionWriter();
    if (this.slides === 0) this.parts.push(...parts);
    else if (parts.length > 0)
      this.parts.push({
        location: { kind: 'slide', slide: this.slides },
        text: parts.map(({ text }) => text).join('\n\n'),
      });
  }
}
