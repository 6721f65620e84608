import type { FitProblem, PresentationContent, SlideSource } from '#contract/exports/presentations.ts';
import { MAX_SLIDES } from '#contract/limits.ts';
import { AvaError } from '#contract/errors.ts';
import type { ExportImages } from '#api/exports/document.ts';
import type { Paragraph, Block, Run } from '#api/presentations/content/blocks.ts';
import { parseSection } from '#api/presentations/content/markdownBlocks.ts';
import { toPurpose } from '#api/presentations/content/purpose.ts';
import { splitParagraph } from '#api/presentations/fit/fitParagraphs.ts';
import {
  findSlots,
  findSubtitle,
  findTitle,
  suggestLayout,
  suggestTitleLayout,
} from '#api/presentations/template/chooseLayouts.ts';
import { innerSize, type Placeholder } from '#api/presentations/template/placeholders.ts';
import type { Layout, Template } from '#api/presentations/template/readTemplate.ts';
import { refuseTemplate, templateErrors } from '#api/presentations/template/templateErrors.ts';
import { placeContent, type PlacedContent } from './placeContent.ts';
import type { Slide, TextItem } from './slide.ts';

const HEADING = 'Sources';

export interface DeckPlan {
  slides: Slide[];
  problems: FitProblem[];
}

/** Sizes that are tried so that a section fits on one slide; text below this size cannot be read from afar. */
const SCALES = [0.9, 0.8, 0.7, 0.6, 0.5];
/** A little smaller text is better than a slide with one line; people hardly see the difference. */
const SLIDE_SAVING_SCALE = 0.9;
const SMALLEST_TEXT = 10;
const TITLE_SCALES = [1, 0.9, 0.8, 0.7, 0.6];

/**
 * Decides which slides a presentation has, what is where on them, and what does not fit. Writes nothing.
 * @param images that the sections refer to
 */
export function planDeck(content: PresentationContent, template: Template, images: ExportImages = {}): DeckPlan {
  const plan: DeckPlan = { slides: [], problems: [] };
  addTitleSlide(plan, content, template);
  const shared = { sources: content.sources, template, images };
  content.sections.forEach((section, index) => addSection(plan, section, index, shared));
  if (plan.slides.length > MAX_SLIDES) throw refuseTemplate(templateErrors.tooManySlides(MAX_SLIDES));
  return plan;
}

function findLayout(template: Template, choice: { name: string } | null, suggested: Layout | null): Layout {
  const layout = choice
    ? template.layouts.find(({ name }) => name === choice.name)
    : (suggested ?? template.layouts[0]);
  if (!layout)
    throw new AvaError('not_found', choice ? { detail: `This template has no layout "${choice.name}".` } : {});
  return layout;
}

function addTitleSlide(plan: DeckPlan, { title_slide: slide }: PresentationContent, template: Template): void {
  const suggested = suggestTitleLayout(template) ?? suggestLayout(template, 'text');
  const layout = findLayout(template, slide.layout, suggested);
  const target: Slide = { layout, items: [], notes: [], hasFooter: false };
  addTitle(plan, target, slide.title, null);
  const subtitle = findSubtitle(layout);
  const paragraphs = slide.content.trim() === '' ? [] : [toParagraph(slide.content)];
  if (subtitle && paragraphs.length > 0) target.items.push(fitText(subtitle, paragraphs[0]!).item);
  else target.notes.push(...paragraphs);
  plan.slides.push(target);
}

/** Puts a title into its placeholder, smaller if it is long, or into the notes if there is none. */
function addTitle(plan: DeckPlan, slide: Slide, title: string, section: number | null): void {
  if (title === '') return;
  const placeholder = findTitle(slide.layout);
  if (!placeholder) {
    slide.notes.push(toParagraph(title));
    plan.problems.push({ section, title, placeholder: '', kind: 'no_place', slides: 1, percent: null });
    return;
  }
  const { item, fits } = fitText(placeholder, toParagraph(title));
  slide.items.push(item);
  if (item.scale < 1)
    plan.problems.push({
      section,
      title,
      placeholder: placeholder.name,
      kind: 'overflow',
      slides: 1,
      percent: fits ? Math.round(item.scale * 100) : null,
    });
}

function fitText(placeholder: Placeholder, paragraph: Paragraph): { item: TextItem; fits: boolean } {
  const { width, height } = innerSize(placeholder);
  const fits = (scale: number) =>
    splitParagraph(paragraph, { levels: placeholder.levels, width, scale }, height)[1] === null;
  const found = TITLE_SCALES.find(fits);
  const item: TextItem = {
    kind: 'text',
    placeholder,
    box: null,
    scale: found ?? TITLE_SCALES.at(-1)!,
    paragraphs: [paragraph],
  };
  return { item, fits: found !== undefined };
}

type Section = PresentationContent['sections'][number];

function addSection(
  plan: DeckPlan,
  section: Section,
  index: number,
  { sources, template, images }: { sources: readonly SlideSource[]; template: Template; images: ExportImages },
): void {
  const { blocks, footnotes } = parseSection(section.content, images);
  const layout = findLayout(template, section.layout, suggestLayout(template, toPurpose(blocks)));
  const slots = findSlots(layout);
  const fullText = parseSection(section.notes, {}).blocks;
  const place = (scale: number): PlacedContent =>
    slots.length === 0 ? { slides: [], unplaced: blocks } : placeContent(blocks, slots, scale);
  const smallest = Math.min(...slots.map(({ placeholder }) => placeholder.levels[0]!.size), 18);
  const whole = placeWhole(place, smallest);
  const scale =
    whole.slides.length > 1
      ? SCALES.find((tried) => tried * smallest >= SMALLEST_TEXT && place(tried).slides.length <= 1)
      : undefined;
  const title = section.title;
  if (whole.slides.length > 1)
    plan.problems.push({
      section: index,
      title,
      placeholder: slots[0]?.placeholder.name ?? '',
      kind: 'overflow',
      slides: whole.slides.length,
      percent: scale === undefined ? null : Math.round(scale * 100),
    });
  if (whole.unplaced.length > 0)
    plan.problems.push({ section: index, title, placeholder: '', kind: 'no_place', slides: 1, percent: null });

  const placed = section.fit === 'smaller' && scale !== undefined ? place(scale) : whole;
  const isShortened = section.fit === 'shorten' && placed.slides.length > 1;
  const shown = isShortened ? placed.slides.slice(0, 1) : placed.slides;
  const count = Math.max(1, shown.length);
  for (let number = 0; number < count; number += 1) {
    const slide: Slide = { layout, items: [], notes: [], hasFooter: true };
    addTitle(number === 0 ? plan : { slides: [], problems: [] }, slide, toPartTitle(title, number, count), index);
    slide.items.push(...(shown[number] ?? []));
    if (number === 0) slide.notes.push(...placed.unplaced, ...(isShortened ? blocks : []), ...fullText, ...footnotes);
    slide.notes.push(
      ...listSources(slide, sources, number === 0 ? [...placed.unplaced, ...fullText, ...footnotes] : []),
    );
    plan.slides.push(slide);
  }
}

/** Content in the size that the template gives, or a little smaller if that needs fewer slides. */
function placeWhole(place: (scale: number) => PlacedContent, smallest: number): PlacedContent {
  const whole = place(1);
  if (whole.slides.length < 2 || smallest * SLIDE_SAVING_SCALE < SMALLEST_TEXT) return whole;
  const smaller = place(SLIDE_SAVING_SCALE);
  return smaller.slides.length < whole.slides.length ? smaller : whole;
}

/** `Figures (2/3)` for the second of three slides of a section. */
function toPartTitle(title: string, number: number, count: number): string {
  return number === 0 || title === '' ? title : `${title} (${number + 1}/${count})`;
}

function toParagraph(text: string): Paragraph {
  return { kind: 'paragraph', style: 'text', level: 0, runs: [{ text }] };
}

/** Paragraphs for the speaker notes with the sources to which a slide refers. */
function listSources(slide: Slide, sources: readonly SlideSource[], notes: readonly Block[]): Paragraph[] {
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
