import type { TextPart } from '../../../../contract/files/locations.ts';
import { openArchive, type Archive } from '../office/archive.ts';
import { cleanText } from '../cleanText.ts';
import { ExtractionError } from '../../errors.ts';
import type { FormatContext, Summary } from '../formats.ts';
import { readRelationships, type Relationship } from '../office/relationships.ts';
import { readSlideText } from './slideText.ts';
import { readElements, readXml } from '../office/xml.ts';

const PRESENTATION = 'ppt/presentation.xml';

/**
 * Reads a PowerPoint deck, one part per slide in presentation order, including hidden ones. A part contains the slide's
 * text, diagrams, then speaker notes, but no slide numbers, dates and footers. Text in pictures and charts is not read.
 */
export async function* readPptx(
  bytes: Buffer,
  { limits, onProgress }: FormatContext,
): AsyncGenerator<TextPart, Summary> {
  const archive = openArchive(bytes, limits);
  const slides = listSlides(archive, limits.parts);
  const unreadPages: number[] = [];
  for (const [index, slide] of slides.entries()) {
    const text = slide === null ? null : readSlide(archive, slide);
    if (text === null) unreadPages.push(index + 1);
    if (text) yield { location: { kind: 'slide', slide: index + 1 }, text };
    onProgress(index + 1, slides.length);
  }
  return { pages: slides.length, ...(unreadPages.length > 0 ? { unreadPages } : {}) };
}

/** Part names of the slides in the order of the presentation's list; null for a missing slide. */
function listSlides(archive: Archive, maxSlides: number): (string | null)[] {
  const main = readRelationships(archive, '').find(({ type }) => type === 'officeDocument')?.target ?? PRESENTATION;
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

/** Returns null if the slide is not in the archive. */
function readSlide(archive: Archive, slide: string): string | null {
  const xml = readXml(archive, slide);
  if (xml === null) return null;
  const links = readRelationships(archive, slide);
  const readLinked = (type: string) =>
    links.filter((link) => link.type === type).map((link) => readLinkedText(archive, link));
  const notes = readLinked('notesSlide')
    .filter(Boolean)
    .map((text) => `Notes:\n${text}`);
  return cleanText([readSlideText(xml), ...readLinked('diagramData'), ...notes].filter(Boolean).join('\n\n'));
}

function readLinkedText(archive: Archive, { target }: Relationship): string {
  return readSlideText(readXml(archive, target) ?? '');
}
