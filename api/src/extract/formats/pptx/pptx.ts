import type { TextPart } from '../../../../contract/locations.ts';
import { openArchive, type Archive } from '../office/archive.ts';
import { cleanText } from '../cleanText.ts';
import { ExtractionError } from '../../errors.ts';
import type { FormatContext, Summary } from '../formats.ts';
import { readRelationships, type Relationship } from '../office/relationships.ts';
import { readSlideText } from './slideText.ts';
import { parseAttributes, readXml, walkXml } from '../office/xml.ts';

const PRESENTATION = 'ppt/presentation.xml';

/**
 * A PowerPoint deck, one part per slide in the order in which they are shown, hidden ones counted as PowerPoint counts
 * them: what stands on the slide, its diagrams, then what the speaker noted. Numbers, dates and footers that repeat are
 * left out; pictures and charts hold no text here.
 */
export async function* readPptx(
  bytes: Buffer,
  { limits, onProgress }: FormatContext,
): AsyncGenerator<TextPart, Summary> {
  const archive = openArchive(bytes, limits);
  const slides = slidesOf(archive, limits.parts);
  const unreadPages: number[] = [];
  for (const [index, slide] of slides.entries()) {
    const text = slide === null ? null : textOf(archive, slide);
    if (text === null) unreadPages.push(index + 1);
    if (text) yield { location: { kind: 'slide', slide: index + 1 }, text };
    onProgress(index + 1, slides.length);
  }
  return { pages: slides.length, ...(unreadPages.length > 0 ? { unreadPages } : {}) };
}

/** Names of the slides in their order: the list of the presentation tells it, not their numbers. Null for one that is lost. */
function slidesOf(archive: Archive, most: number): (string | null)[] {
  const main = readRelationships(archive, '').find(({ type }) => type === 'officeDocument')?.target ?? PRESENTATION;
  const xml = readXml(archive, main);
  if (xml === null) throw new ExtractionError('broken', { cause: `${main} is missing` });
  const targets = new Map(readRelationships(archive, main).map(({ id, target }) => [id, target]));
  const slides: (string | null)[] = [];
  for (const event of walkXml(xml)) {
    if (event.kind === 'text' || event.kind === 'close' || event.name !== 'sldId') continue;
    // `id` is a number of its own; the reference is the one with a prefix.
    const [reference] = [...parseAttributes(event.attributes)].filter(([name]) => name.endsWith(':id'));
    slides.push(targets.get(reference?.[1] ?? '') ?? null);
    if (slides.length > most) throw new ExtractionError('too_big_inside', { cause: `more than ${most} slides` });
  }
  return slides;
}

/** Null where the slide cannot be found in the archive. */
function textOf(archive: Archive, slide: string): string | null {
  const xml = readXml(archive, slide);
  if (xml === null) return null;
  const links = readRelationships(archive, slide);
  const beside = (type: string) => links.filter((link) => link.type === type).map((link) => besideText(archive, link));
  const notes = beside('notesSlide')
    .filter(Boolean)
    .map((text) => `Notes:\n${text}`);
  return cleanText([readSlideText(xml), ...beside('diagramData'), ...notes].filter(Boolean).join('\n\n'));
}

function besideText(archive: Archive, { target }: Relationship): string {
  return readSlideText(readXml(archive, target) ?? '');
}
