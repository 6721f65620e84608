import type { TextPart } from '#contract/files/locations.ts';
import { SectionWriter } from '#api/extract/formats/docx/sectionWriter.ts';
import { ExtractionError } from '#api/extract/errors.ts';
import type { FormatContext, Summary } from '#api/extract/formats/format.ts';
import { openArchive } from '#api/extract/formats/office/archive.ts';
import { getAttribute, readElements, readXml } from '#api/extract/formats/office/xml.ts';
import { readListLabels, type ListLabels } from './listLabels.ts';

type Attributes = Record<string, string>;

const CONTENT = 'content.xml';
/** Former text, and what only describes the text. */
const SKIPPED: ReadonlySet<string> = new Set(['tracked-changes', 'automatic-styles', 'styles', 'ruby-text']);
/** Limits repeated blanks and cells: the empty cells of a row are repeated up to the last column of the sheet. */
const MAX_REPEATED = 60;

/**
 * Reads a text (ODT), one part per section, or a presentation (ODP), one part per slide, of the Open Document Format: lists with
 * their numbers, tables, text boxes, notes, comments and descriptions of pictures. Deleted text is left out.
 */
export async function* readOpenDocument(
  bytes: Buffer,
  { type, limits }: FormatContext,
): AsyncGenerator<TextPart, Summary> {
  const archive = openArchive(bytes, limits);
  const content = readXml(archive, CONTENT);
  if (content === null) throw new ExtractionError('broken', { cause: `${CONTENT} is missing` });
  const reader = new ContentReader(readListLabels(readXml(archive, 'styles.xml') ?? '', content));
  readElements(content, {
    open: (name, attributes) => reader.open(name, attributes),
    close: (name) => reader.close(name),
    text: (text) => reader.text(text),
  });
  yield* reader.finish();
  return { pages: type === 'ODP' ? reader.slides : null };
}

interface OpenList {
  style: string;
  count: number;
}

class ContentReader {
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
  /** Whether the text of a comment has not begun: its author, initials and date come first. */
  private isCommentHead = false;
  private note = '';
  private citation: string | null = null;
  /** Of a picture, while it is read. */
  private description: string | null = null;

  constructor(labels: ListLabels) {
    this.labels = labels;
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'p' || name === 'list') this.isCommentHead = false;
    if (this.skipped > 0 || this.isCommentHead || SKIPPED.has(name)) return void (this.skipped += 1);
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
        this.writer.addAfterParagraph(this.description ? `[${this.description.trim()}]` : '');
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
    this.writer = new SectionWriter();
    if (this.slides === 0) this.parts.push(...parts);
    else if (parts.length > 0)
      this.parts.push({
        location: { kind: 'slide', slide: this.slides },
        text: parts.map(({ text }) => text).join('\n\n'),
      });
  }
}
