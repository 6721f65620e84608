import type { TextPart } from '#contract/files/locations.ts';
import { openArchive, type Archive } from '#api/extract/formats/office/archive.ts';
import { countEmpty, type UnreadCounts } from '#contract/files/unread.ts';
import { tidyText } from '#api/extract/formats/tidyText.ts';
import { ExtractionError } from '#api/extract/errors.ts';
import type { FormatContext, Summary } from '#api/extract/formats/format.ts';
import { readChart } from '#api/extract/formats/office/charts.ts';
import { findMainPart, readRelationships } from '#api/extract/formats/office/relationships.ts';
import { readLayout, type Placeholder } from './shapeOrder.ts';
import { readSlideText } from './slideText.ts';
import { readElements, readXml } from '#api/extract/formats/office/xml.ts';

const PRESENTATION = 'ppt/presentation.xml';

/** The first line of a slide that a presentation skips. */
const HIDDEN = '(hidden slide)';

/**
 * Reads a PowerPoint deck, one part per slide in presentation order; the part of a hidden slide says that it is hidden.
 * A part contains the slide's text, descriptions of pictures, charts as tables, diagrams, speaker notes, then comments,
 * but no slide numbers, dates and footers. Text in pictures is not read.
 */
export async function* readPptx(
  bytes: Buffer,
  { limits, unread, onProgress }: FormatContext,
): AsyncGenerator<TextPart, Summary> {
  const archive = openArchive(bytes, limits);
  const slides = listSlides(archive, limits.parts);
  const unreadPages: number[] = [];
  const layouts: Layouts = new Map();
  for (const [index, slide] of slides.entries()) {
    const text = slide === null ? null : readSlide(archive, slide, unread, layouts);
    if (text === null) unreadPages.push(index + 1);
    if (text) yield { location: { kind: 'slide', slide: index + 1 }, text };
    onProgress(index + 1, slides.length);
  }
  unread.add('damagedSlide', unreadPages.length);
  if (archive.names.includes('ppt/vbaProject.bin')) unread.add('macros');
  return { pages: slides.length, ...(unreadPages.length > 0 ? { unreadPages } : {}) };
}

/** Part names of the slides in the order of the presentation's list; null for a missing slide. */
function listSlides(archive: Archive, maxSlides: number): (string | null)[] {
  const main = findMainPart(archive, PRESENTATION);
  const xml = readXml(archive, main);
  if (xml === null) throw new ExtractionError('broken', { cause: `${main} is missing` });
  const targets = new Map(readRelationships(archive, main).map(({ id, target }) => [id, target]));
  const slides: (string | null)[] = [];
  const open = (name: string, attributes: Record<string, string>) => {
    if (name !== 'sldId') return;
    // The attribute `id` is a number; the one with a prefix is the reference.
    const [, reference = ''] = Object.entries(attributes).find(([key]) => key.endsWith(':id')) ?? [];
    slides.push(targets.get(reference) ?? null);
    if (slides.length > maxSlides)
      throw new ExtractionError('too_big_inside', { cause: `more than ${maxSlides} slides` });
  };
  readElements(xml, { open });
  return slides;
}

/** Where the layouts have their placeholders, by the name of their part. */
type Layouts = Map<string, ReturnType<typeof readLayout>>;

/** Returns null if the slide is not in the archive. */
function readSlide(archive: Archive, slide: string, unread: UnreadCounts, layouts: Layouts): string | null {
  const xml = readXml(archive, slide);
  if (xml === null) return null;
  const links = readRelationships(archive, slide);
  const readLinked = (type: string, read: (part: string) => string) =>
    links
      .filter((link) => link.type === type)
      .map(({ target }) => read(readXml(archive, target) ?? ''))
      .filter(Boolean);
  const findPlace = (placeholder: Placeholder) => {
    const layout = links.find(({ type }) => type === 'slideLayout')?.target ?? '';
    const find = layouts.get(layout) ?? readLayout(readXml(archive, layout) ?? '');
    layouts.set(layout, find);
    return find(placeholder);
  };
  const texts = [
    readSlideText(xml, (kind) => unread.add(kind), findPlace),
    ...readLinked('chart', (part) => readChart(part, unread)),
    ...readLinked('chartEx', (part) => readChart(part, unread)),
    ...readLinked('diagramData', (part) => countEmpty(readSlideText(part), 'diagram', unread)),
    ...readLinked('notesSlide', (part) => readSlideText(part)).map((text) => `Notes:\n${text}`),
    ...readLinked('comments', readComments).map((text) => `Comments:\n${text}`),
  ].filter(Boolean);
  const text = tidyText(texts.join('\n\n'));
  return isHidden(xml) && text !== '' ? `${HIDDEN}\n${text}` : text;
}

function isHidden(xml: string): boolean {
  const start = Math.max(xml.indexOf(':sld'), xml.indexOf('<sld'));
  return /\bshow="(?:0|false)"/.test(start < 0 ? '' : xml.slice(start, xml.indexOf('>', start)));
}

/** The text of comments: one `p:text` a line, or since 2021 one paragraph a line. */
function readComments(xml: string): string {
  const comments: string[] = [];
  let line: string | null = null;
  readElements(xml, {
    open(name) {
      if (name === 'text' || name === 'p') line = '';
    },
    text(text) {
      if (line !== null) line += text;
    },
    close(name) {
      if (name !== 'text' && name !== 'p') return;
      if (line) comments.push(line.trim());
      line = null;
    },
  });
  return comments.filter(Boolean).join('\n');
}
