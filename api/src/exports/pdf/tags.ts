import rendererModule from 'pdfmake/js/Renderer.js';
import type { Content } from 'pdfmake/interfaces.js';

/** What a part of a PDF is for screen readers: an element of the tree of structure (ISO 32000-1, 14.8.4). */
export interface Tag {
  role: string;
  /** Null for the document. */
  parent: Tag | null;
  /** The description of an image. */
  alt?: string;
  /** The text as it is written, if it is drawn in another order. */
  actual?: string;
  /** Cells of a row in their order, including cells without content. */
  cells?: Tag[];
}

/** Marks texts and images that have no tag yet. Texts and images of inner blocks already have a tag. */
export function setTag(contents: readonly Content[], tag: Tag): void {
  for (const content of contents) {
    if (typeof content !== 'object') continue;
    if (Array.isArray(content)) setTag(content, tag);
    else if ('stack' in content) setTag(content.stack, tag);
    else if ('columns' in content) setTag(content.columns, tag);
    else if ('table' in content) for (const row of content.table.body) setTag(row as Content[], tag);
    else if ('image' in content) addTag(content, tag);
    else if ('text' in content) content.text = tagRuns(toRuns(content.text), tag) as Content;
  }
}

interface Run {
  link?: string;
}

/** Makes every text a run, because pdfmake keeps the properties of runs and loses those of a plain text. */
function toRuns(text: unknown): Run[] {
  const runs = Array.isArray(text) ? text : [text];
  return runs.map((run) => (typeof run === 'object' && run !== null ? run : { text: String(run) }) as Run);
}

/** Runs with the same address that follow each other are one link. */
function tagRuns(runs: readonly Run[], tag: Tag): Run[] {
  let link: Tag | null = null;
  return runs.map((run, index) => {
    if (run.link === undefined) return addTag(run, tag);
    if (link === null || runs[index - 1]?.link !== run.link) link = { role: 'Link', parent: tag };
    return addTag(run, link);
  });
}

function addTag<T extends object>(content: T & { tag?: Tag }, tag: Tag): T {
  content.tag ??= tag;
  return content;
}

/** The parts of pdfkit's document that are used. */
interface PdfKitDocument {
  options: { tagged?: boolean };
  page: object;
  struct(role: string, options?: { alt?: string; actual?: string; scope?: string }): StructureElement;
  addStructure(element: StructureElement): void;
  markStructureContent(role: string): object;
  markContent(role: 'Artifact'): void;
  endMarkedContent(): void;
  /** pdfkit adds the area of a link to it. */
  _currentStructureElement?: StructureElement | null;
}

interface StructureElement {
  add(child: object): void;
  end(): void;
}

/** A line of text; the methods measure its inlines. */
interface Line {
  inlines: { tag?: Tag }[];
  id?: unknown;
  _outline?: unknown;
  getHeight(): number;
  getAscenderHeight(): number;
}

interface Renderer {
  pdfDocument: PdfKitDocument;
  elements?: Map<Tag, { element: StructureElement; page: object }>;
}

interface Prototype {
  renderPages(this: Renderer, pages: unknown): void;
  renderLine(this: Renderer, line: Line, x: number, y: number): void;
  renderImage(this: Renderer, image: { tag?: Tag }): void;
  renderVector(this: Renderer, vector: object): void;
}

/**
 * pdfmake draws lines, images and vectors and writes no structure, but pdfkit below it does. So what pdfmake draws is marked
 * as content of its element; the rest, such as lines of a table and page numbers, is decoration.
 */
function patch(prototype: Prototype): void {
  const { renderPages, renderLine, renderImage, renderVector } = prototype;
  prototype.renderPages = function (pages) {
    if (!this.pdfDocument.options.tagged) return renderPages.call(this, pages);
    this.elements = new Map();
    const root: Tag = documentTag;
    const element = this.pdfDocument.struct(root.role);
    this.pdfDocument.addStructure(element);
    this.elements.set(root, { element, page: {} });
    renderPages.call(this, pages);
    element.end();
  };
  prototype.renderLine = function (line, x, y) {
    if (!this.elements) return renderLine.call(this, line, x, y);
    for (const part of splitLine(line)) draw(this, part.inlines[0]?.tag, () => renderLine.call(this, part, x, y));
  };
  prototype.renderImage = function (image) {
    draw(this, image.tag, () => renderImage.call(this, image));
  };
  prototype.renderVector = function (vector) {
    draw(this, undefined, () => renderVector.call(this, vector));
  };
}

function draw(renderer: Renderer, tag: Tag | undefined, render: () => void): void {
  const { pdfDocument, elements } = renderer;
  if (!elements) return render();
  const element = findElement(renderer, tag);
  if (element) element.add(pdfDocument.markStructureContent('Span'));
  else pdfDocument.markContent('Artifact');
  pdfDocument._currentStructureElement = element;
  render();
  pdfDocument._currentStructureElement = null;
  pdfDocument.endMarkedContent();
}

/** Parts of a line with one tag each, as high as the whole line. A link is a separate element. */
function splitLine(line: Line): Line[] {
  const groups: Line['inlines'][] = [];
  for (const inline of line.inlines) {
    const last = groups.at(-1);
    if (last && last[0]?.tag === inline.tag) last.push(inline);
    else groups.push([inline]);
  }
  if (groups.length < 2) return [line];
  const [height, ascender] = [line.getHeight(), line.getAscenderHeight()];
  const same = { getHeight: () => height, getAscenderHeight: () => ascender };
  return groups.map((inlines, index) =>
    Object.assign(Object.create(line) as Line, same, { inlines }, index > 0 && { id: undefined, _outline: undefined }),
  );
}

export const documentTag: Tag = { role: 'Document', parent: null };

/** The element of a tag, below that of its parent. Null for decoration. */
function findElement(renderer: Renderer, tag: Tag | undefined): StructureElement | null {
  const { elements, pdfDocument } = renderer;
  if (!tag || !elements) return null;
  const known = elements.get(tag);
  // The header of a table is repeated on each page, but read once.
  if (known) return tag.role === 'TH' && known.page !== pdfDocument.page ? null : known.element;
  const parent = tag.parent && findElement(renderer, tag.parent);
  // The elements of cells were created together with their row.
  const created = elements.get(tag);
  if (created || !parent) return created?.element ?? null;
  const { alt, actual } = tag;
  const options = { ...(alt && { alt }), ...(actual && { actual }), ...(tag.role === 'TH' && { scope: 'Column' }) };
  const element = pdfDocument.struct(tag.role, options);
  parent.add(element);
  elements.set(tag, { element, page: pdfDocument.page });
  for (const cell of tag.cells ?? []) findElement(renderer, cell);
  return element;
}

const exported = rendererModule as unknown as { prototype: Prototype } | { default: { prototype: Prototype } };
patch('default' in exported ? exported.default.prototype : exported.prototype);
