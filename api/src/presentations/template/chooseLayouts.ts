import type { Layout, Template } from './readTemplate.ts';
import { LINE_HEIGHT } from '#api/presentations/fit/measureText.ts';
import { innerSize, type Placeholder } from './placeholders.ts';
import { refuseTemplate, templateErrors } from './templateErrors.ts';

const TITLES = new Set(['title', 'ctrTitle']);
/** A smaller placeholder beside the largest one is a caption. */
const MIN_SHARE = 0.35;

/** What a placeholder can contain. */
export type SlotKind = 'any' | 'text' | 'table' | 'picture';

/** A placeholder for the content of a section. */
export interface Slot {
  placeholder: Placeholder;
  kind: SlotKind;
}

const kinds: Readonly<Record<string, SlotKind>> = { obj: 'any', body: 'text', tbl: 'table', pic: 'picture' };

export function findTitle({ placeholders }: Layout): Placeholder | null {
  return placeholders.find(({ type }) => TITLES.has(type)) ?? null;
}

/** The placeholder for a subtitle: the one of that type, else the largest for text. */
export function findSubtitle({ placeholders }: Layout): Placeholder | null {
  const typed = placeholders.find(({ type }) => type === 'subTitle');
  if (typed) return typed;
  const texts = placeholders.filter(({ type, vertical }) => (type === 'body' || type === 'obj') && !vertical);
  return texts.toSorted((a, b) => area(b) - area(a))[0] ?? null;
}

/**
 * The placeholders for content in reading order. Those for any content come before those for text only, which can be
 * captions, and large ones before small ones.
 */
export function findSlots({ placeholders }: Layout): Slot[] {
  const candidates = placeholders.flatMap((placeholder) => {
    const kind = kinds[placeholder.type];
    return kind && !placeholder.vertical ? [{ placeholder, kind }] : [];
  });
  const objects = candidates.filter(({ kind }) => kind === 'any');
  const texts = objects.length > 0 ? objects : candidates.filter(({ kind }) => kind === 'text');
  const largest = Math.max(0, ...texts.map(({ placeholder }) => area(placeholder)));
  const others = candidates.filter(({ kind }) => kind === 'table' || kind === 'picture');
  return [...texts.filter(({ placeholder }) => area(placeholder) >= largest * MIN_SHARE), ...others].toSorted(
    byPosition,
  );
}

function area({ box }: Placeholder): number {
  return box.width * box.height;
}

/** Rows from top to bottom, in each from left to right. */
function byPosition(a: Slot, b: Slot): number {
  const [first, second] = [a.placeholder.box, b.placeholder.box];
  const overlap = Math.min(first.y + first.height, second.y + second.height) - Math.max(first.y, second.y);
  const isSameRow = overlap > Math.min(first.height, second.height) / 2;
  return isSameRow ? first.x - second.x : first.y - second.y;
}

/** Throws for a template whose layouts cannot show text. @throws AvaError unreadable_file with the reason */
export function checkLayouts({ layouts }: Template, name: string): void {
  if (layouts.length === 0) throw refuseTemplate(templateErrors.noLayouts(name));
  const hasText = layouts.some((layout) => findSlots(layout).some(({ kind }) => kind === 'any' || kind === 'text'));
  if (!hasText) throw refuseTemplate(templateErrors.noPlaceholders);
}

/** Lines of text. A placeholder for fewer is for a subtitle or a quotation in large letters. */
const MIN_LINES = 4;

function isRoomy({ placeholder }: Slot): boolean {
  const { height } = innerSize(placeholder);
  return height >= MIN_LINES * (placeholder.levels[0]?.size ?? 0) * LINE_HEIGHT;
}

/** The layout that suits a title slide; null if the template has none. */
export function suggestTitleLayout({ layouts }: Template): Layout | null {
  return (
    layouts.find((layout) => layout.type === 'title' && findTitle(layout)) ??
    layouts.find(({ placeholders }) => placeholders.some(({ type }) => type === 'ctrTitle')) ??
    layouts.find(({ placeholders }) =>
      ['title', 'subTitle'].every((wanted) => placeholders.some(({ type }) => type === wanted)),
    ) ??
    null
  );
}

/** The layout that suits a section: a title and one large placeholder for content; content matters more than the title. */
export function suggestSectionLayout({ layouts }: Template): Layout | null {
  const usable = layouts.filter(
    (layout) => findTitle(layout) && findSlots(layout).some(({ kind }) => kind !== 'picture'),
  );
  const forText = (layout: Layout) => findSlots(layout).filter(({ kind }) => kind === 'any' || kind === 'text');
  const roomy = usable.filter((layout) => forText(layout).some(isRoomy));
  return (
    roomy.find(({ type }) => type === 'obj') ??
    roomy.find((layout) => forText(layout).length === 1 && forText(layout)[0]?.kind === 'any') ??
    roomy.find((layout) => forText(layout).length === 1) ??
    roomy[0] ??
    layouts.find((layout) => forText(layout).some(isRoomy)) ??
    usable.find((layout) => forText(layout).length > 0) ??
    null
  );
}
