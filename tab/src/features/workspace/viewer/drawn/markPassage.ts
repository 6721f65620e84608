import type { ViewerTarget } from '#tab/features/workspace/workspace.state.ts';
import { listTextNodes } from '#tab/features/workspace/viewer/find/domFinder.ts';
import { findExcerptInPage } from '#tab/features/workspace/viewer/pdf/findInPage.rules.ts';
import type { Drawing } from './drawing.ts';

/**
 * Marks the cited passage and scrolls to it; without it, to the cited slide or heading. Returns false if a passage was
 * looked for and not found.
 */
export async function markPassage(root: HTMLElement, drawing: Drawing, target: ViewerTarget): Promise<boolean> {
  const slide = target.page === undefined ? null : drawing.getSlide(target.page);
  slide?.scrollIntoView({ block: 'start' });
  if (!target.quote) {
    if (!slide) findHeading(root, target.location)?.scrollIntoView({ block: 'start' });
    return true;
  }
  if (slide === null) await drawing.drawAll();
  const mark = markQuote(slide ?? root, target.quote);
  if (mark) mark.scrollIntoView({ block: 'center', inline: 'nearest' });
  else if (!slide) findHeading(root, target.location)?.scrollIntoView({ block: 'start' });
  return mark !== null;
}

/** Wraps each sentence, item or row of a quote in `<mark>`; returns the one in the middle. */
function markQuote(root: Node, quote: string): HTMLElement | null {
  const nodes = listTextNodes(root);
  const ranges = findExcerptInPage(
    nodes.map(({ data }) => data),
    quote,
  );
  const marks = [...Map.groupBy(ranges, ({ item }) => item)].flatMap(([item, ofNode]) => {
    const node = nodes[item];
    if (!node) return [];
    // From the end, so that the positions before it stay.
    const inNode = ofNode.toReversed().map(({ from, to }) => {
      const passage = node.splitText(from);
      passage.splitText(to - from);
      const mark = document.createElement('mark');
      passage.replaceWith(mark);
      mark.append(passage);
      return mark;
    });
    return inNode.reverse();
  });
  return marks[(marks.length - 1) >> 1] ?? null;
}

/** The paragraph that has the text of the innermost heading of a location such as `section Travel › Hotels`. */
function findHeading(root: HTMLElement, location: string | undefined): Element | null {
  const heading = location
    ?.replace(/^section /, '')
    .split(' › ')
    .at(-1)
    ?.trim();
  if (!heading) return null;
  const paragraphs = [...root.querySelectorAll('p, h1, h2, h3, h4, h5, h6')];
  return paragraphs.find((paragraph) => paragraph.textContent?.trim() === heading) ?? null;
}
