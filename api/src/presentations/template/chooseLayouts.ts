import type { Purpose } from '#contract/exports/presentations.ts';
import type { Layout, Template } from './readTemplate.ts';
import { LINE_HEIGHT } from '#api/presentations/fit/measureText.ts';
import { innerSize, type Placeholder } from './placeholders.ts';
import { refuseTemplate, templateErrors } from './templateErrors.ts';

const TITLES = new Set(['title', 'ctrTitle']);
/** A smaller placeholder beside the largest one is a caption. */
const MIN_SHARE = 0.35;

/** The kinds of content that a placeholder can contain. */
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

/** @throws AvaError unreadable_file with the reason */
export function checkLayouts({ layouts }: Template, name: string): void {
  if (layouts.length === 0) throw refuseTemplate(templateErrors.noLayouts(name));
}

/** Lines of text. A placeholder for fewer is for a subtitle or a quotation in large letters. */
const MIN_LINES = 4;

function isRoomy({ placeholder }: Slot): boolean {
  const { height } = innerSize(placeholder);
  return height >= MIN_LINES * (placeholder.levels[0]?.size ?? 0) * LINE_HEIGHT;
}

/** How PowerPoint names the layout of a title slide in the languages of most templates, and what designers call it. */
const TITLE_NAMES = [
  'title slide',
  'title page',
  'title',
  'cover slide',
  'cover page',
  'cover',
  'opening slide',
  'front page',
  'titelfolie',
  'titelseite',
  'deckblatt',
  'startfolie',
  'diapositive de titre',
  'page de titre',
  'couverture',
  'diapositiva de título',
  'portada',
  'diapositiva titolo',
  'copertina',
  'slide de título',
  'capa',
  'titeldia',
  'rubrikbild',
  'titelslide',
  'titeldias',
  'tittellysbilde',
  'otsikkodia',
  'slajd tytułowy',
  'титульный слайд',
  'титульний слайд',
  'başlık slaydı',
  'úvodní snímek',
  'címdia',
  'タイトル スライド',
  '标题幻灯片',
  '標題投影片',
  '제목 슬라이드',
];
/** Numbers that designers put around a name: `1_Title Slide`, `01 Cover`, `Title Slide 2`, `Cover (blue)`. */
const AROUND = /^[\d\s._-]{1,20}|[\d\s._-]{1,20}$|\([^()]{0,60}\)$/gu;

function isTitleName(name: string): boolean {
  const plain = name.normalize('NFC').toLowerCase().replace(AROUND, '').trim();
  return TITLE_NAMES.some((title) => plain === title || isVariant(plain, title));
}

/** `Fabrikam Cover` and `Title Slide with Picture` are, too; `Section Title` and `Title Only` are for content. */
function isVariant(name: string, title: string): boolean {
  if (title === 'title') return false;
  if (name.endsWith(` ${title}`)) return true;
  const rest = name.slice(title.length);
  return name.startsWith(title) && /^[\s,:/–-]/u.test(rest) && !FOR_CONTENT.test(rest);
}

const FOR_CONTENT = /(?<![\p{L}])(?:and|only|und|nur|et|seul|y|solo|e|content|text)(?![\p{L}])|[&+]/u;

/** The layout that suits a title slide, by its name, its type or its placeholders; null if the template has none. */
export function suggestTitleLayout({ layouts }: Template): Layout | null {
  const titled = layouts.filter(findTitle);
  const named = titled.filter(({ name }) => isTitleName(name));
  return (
    named.find(({ type }) => type === 'title') ??
    named.find(({ placeholders }) => placeholders.some(({ type }) => type === 'ctrTitle')) ??
    titled.find(({ type }) => type === 'title') ??
    named[0] ??
    titled.find(({ placeholders }) => placeholders.some(({ type }) => type === 'ctrTitle')) ??
    titled.find(({ placeholders }) => placeholders.some(({ type }) => type === 'subTitle')) ??
    null
  );
}

const isForText = ({ kind }: Slot) => kind === 'any' || kind === 'text';

/** The layout that suits what a section shows; one for text if the template has no better one. */
export function suggestLayout(template: Template, purpose: Purpose): Layout | null {
  const picture = purpose === 'picture' ? suggestPictureLayout(template) : null;
  return picture ?? (purpose === 'text' ? null : suggestColumnsLayout(template)) ?? suggestTextLayout(template);
}

/** Two columns of about the same size, with a title. */
function suggestColumnsLayout({ layouts }: Template): Layout | null {
  const usable = layouts.filter((layout) => {
    const [first, second, ...others] = findSlots(layout);
    if (!findTitle(layout) || !first || !second || others.length > 0) return false;
    const [left, right] = [area(first.placeholder), area(second.placeholder)];
    const sizes = Math.min(left, right) / Math.max(left, right);
    return [first, second].every((slot) => isForText(slot) && isRoomy(slot)) && sizes > SAME_SIZE;
  });
  return usable.find(({ type }) => type === 'twoObj') ?? usable[0] ?? null;
}

const SAME_SIZE = 0.8;

/** A place for a picture next to one for text, with a title. */
function suggestPictureLayout({ layouts }: Template): Layout | null {
  const usable = layouts.filter((layout) => {
    const slots = findSlots(layout);
    const [text, ...texts] = slots.filter(isForText);
    const pictures = slots.filter(({ kind }) => kind === 'picture');
    return findTitle(layout) && text && texts.length === 0 && isRoomy(text) && pictures.length === 1;
  });
  return usable.find(({ type }) => type === 'picTx') ?? usable[0] ?? null;
}

/** A title and one large placeholder for content; content matters more than the title. */
function suggestTextLayout({ layouts }: Template): Layout | null {
  const usable = layouts.filter(
    (layout) => findTitle(layout) && findSlots(layout).some(({ kind }) => kind !== 'picture'),
  );
  const forText = (layout: Layout) => findSlots(layout).filter(isForText);
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
