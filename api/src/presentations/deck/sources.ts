import type { SlideSource } from '../../../contract/exports/presentations.ts';
import type { Block, Paragraph, Run } from '../content/blocks.ts';
import type { Slide } from './slide.ts';

const HEADING = 'Sources';

/** Paragraphs for the speaker notes with the sources to which a slide refers. */
export function listSources(slide: Slide, sources: readonly SlideSource[], notes: readonly Block[]): Paragraph[] {
  const cited = new Set([...slide.items, ...notes].flatMap(listRuns).flatMap(toNumber));
  const found = sources.filter(({ number }) => cited.has(number));
  if (found.length === 0) return [];
  return [
    { kind: 'paragraph', style: 'heading', level: 0, runs: [{ text: HEADING }] },
    ...found.map((source): Paragraph => ({ kind: 'paragraph', style: 'text', level: 0, runs: toRuns(source) })),
  ];
}

function listRuns(item: Slide['items'][number] | Block): readonly Run[] {
  if (item.kind === 'text') return item.paragraphs.flatMap(({ runs }) => runs);
  if (item.kind === 'paragraph') return item.runs;
  return item.kind === 'table' ? item.rows.flat(2) : [];
}

function toNumber({ citation, text }: Run): number[] {
  return citation && /^\[\d+\]$/.test(text) ? [Number(text.slice(1, -1))] : [];
}

function toRuns({ number, filename, location, link }: SlideSource): Run[] {
  const text = `[${number}] ${[filename, location].filter(Boolean).join(', ')}`;
  return link && /^https?:/i.test(link) ? [{ text: `${text}: ` }, { text: link, link }] : [{ text }];
}
