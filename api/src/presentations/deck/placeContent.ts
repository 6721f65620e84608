import { MAX_SLIDES } from '#contract/limits.ts';
import type { Block, Paragraph, Picture } from '#api/presentations/content/blocks.ts';
import type { Slot } from '#api/presentations/template/chooseLayouts.ts';
import { refuseTemplate, templateErrors } from '#api/presentations/template/templateErrors.ts';
import type { SlideItem } from './slide.ts';
import {
  addParagraph,
  addPicture,
  addTable,
  closeSlot,
  openSlot,
  takeTrailingHeadings,
  type OpenSlot,
} from './slideBuilder.ts';

/** The items of each slide that a section needs, and what no placeholder of the layout can show. */
export interface PlacedContent {
  slides: SlideItem[][];
  unplaced: Block[];
}

/**
 * Fills the placeholders of a layout with the blocks of a section in their order: from top to bottom, then the next
 * placeholder, then the next slide of the same layout.
 */
export function placeContent(blocks: readonly Block[], slots: readonly Slot[], scale: number): PlacedContent {
  const placed: PlacedContent = { slides: [], unplaced: [] };
  let open: OpenSlot[] = [];
  let current = 0;
  const here = () => open[current]!;
  const openSlide = () => {
    if (placed.slides.length >= MAX_SLIDES) throw refuseTemplate(templateErrors.tooManySlides(MAX_SLIDES));
    open = slots.map((slot) => openSlot(slot, scale));
    current = 0;
  };
  const closeSlide = () => {
    const items = open.flatMap(closeSlot);
    if (items.length > 0) placed.slides.push(items);
  };
  /** Moves to the next placeholder; after the last one, to the next slide. */
  const advance = (next: Block) => {
    const headings = takeTrailingHeadings(here(), next);
    current += 1;
    if (current >= open.length) {
      closeSlide();
      openSlide();
    }
    for (const heading of headings) placeParagraph(heading);
  };

  function placeParagraph(paragraph: Paragraph): void {
    let rest: Paragraph | null = paragraph;
    for (let tries = 0; rest && tries < MAX_SLIDES * slots.length; tries += 1) {
      rest = addParagraph(here(), rest);
      if (rest) advance(rest);
    }
    if (rest) throw refuseTemplate(templateErrors.tooManySlides(MAX_SLIDES));
  }

  function placeTable(table: Extract<Block, { kind: 'table' }>): void {
    for (let rest: typeof table | null = table; rest;) {
      rest = addTable(here(), rest);
      if (rest) advance(rest);
    }
  }

  function placePicture({ alt, image }: Picture, fallback: Block): void {
    if (!image)
      return void (alt && canShow('text', slots) ? placeParagraph(toText(alt)) : placed.unplaced.push(fallback));
    // A placeholder for pictures is used wherever it is on the slide.
    const reserved = open.find((slot) => slot.slot.kind === 'picture' && slot.items.length === 0);
    if (reserved && addPicture(reserved, { alt, image })) return;
    startColumn(fallback);
    while (!addPicture(here(), { alt, image })) advance(fallback);
  }

  /** A table, a picture or one of two headings begins in the next placeholder of the slide, if nothing is in it. */
  function startColumn(block: Block): void {
    const next = open[current + 1];
    if (here().items.length === 0 || !next || next.items.length > 0) return;
    if (block.kind === 'paragraph') {
      if (next.slot.kind === 'any' || next.slot.kind === 'text') current += 1;
    } else if (next.slot.kind === 'any' || next.slot.kind === block.kind) current += 1;
  }

  openSlide();
  const headings = blocks.filter((block) => block.kind === 'paragraph' && block.style === 'heading');
  for (const block of blocks) {
    const isPart = headings.length === slots.length && headings.includes(block);
    if (block.kind === 'table' || isPart) startColumn(block);
    if (!canShow(block.kind === 'paragraph' ? 'text' : block.kind, slots)) placed.unplaced.push(block);
    else if (block.kind === 'paragraph') placeParagraph(block);
    else if (block.kind === 'table') placeTable(block);
    else placePicture(block, block);
  }
  closeSlide();
  return placed;
}

function canShow(kind: 'text' | 'table' | 'picture', slots: readonly Slot[]): boolean {
  return slots.some((slot) => slot.kind === 'any' || slot.kind === 'text' || slot.kind === kind);
}

/** The text in place of a picture that was not sent. */
function toText(alt: string): Paragraph {
  return { kind: 'paragraph', style: 'text', level: 0, runs: [{ text: alt, italic: true }] };
}
