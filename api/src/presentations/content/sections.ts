import type { Heading, Nodes, Root, RootContent } from 'mdast';
import { MAX_PRESENTATION_SECTIONS, MAX_SLIDE_TITLE_CHARACTERS } from '#contract/limits.ts';
import { limitNesting } from '#contract/markdown/nesting.ts';
import type { AttachedImage } from '#api/exports/document.ts';
import { parseMarkdown } from '#api/exports/markdown/parseMarkdown.ts';
import { referToAttachments } from '#api/exports/markdown/referToAttachments.ts';
import { findDefinitions, listDefinitions, type AnyDefinition } from './definitions.ts';

/** A JSON object without nested ones that has a field for a status id: `{"status_id": "…"}`. */
const FRAGMENT = /\{[^{}]{0,500}\}/g;

const STATUS_FIELD = /"status[-_ ]?id"\s{0,20}:/i;

export interface CutSection {
  title: string;
  /** Markdown. */
  content: string;
}

export interface CutText {
  title: string;
  /** A short paragraph below the title, without Markdown; empty for none. */
  subtitle: string;
  sections: CutSection[];
}

/** A longer section is cut at the headings in it. */
const LONG_SECTION = 1_200;
/** Characters after which a text without headings is cut: about as many as a slide holds. */
const SLIDE_CHARACTERS = 700;
/** A title that is taken from a sentence. */
const MAX_TAKEN_TITLE = 90;

/** Characters. */
const MAX_SUBTITLE = 140;
const CITATION = /\[\d{1,5}\]/;

/** A node at the top, or a bold line that a text uses as a heading. */
interface Part {
  node: RootContent;
  /** Level of a heading; null for content. */
  level: number | null;
}

interface Piece {
  title: string;
  parts: Part[];
}

/**
 * Cuts a text into a title and sections at its headings. A text without headings is cut at bold lines, at lines across the
 * page, or where a slide would be full. The model is not asked, so that nothing is added or left out.
 */
export function cutIntoSections(text: string, attachments: readonly AttachedImage[] = []): CutText {
  const source = limitNesting(referToAttachments(removeStatusFragments(text), attachments));
  const root = parseMarkdown(source);
  // A text that is nested too deeply is parsed without positions, and stays whole.
  const [first] = root.children;
  if (first && !first.position)
    return { title: '', subtitle: '', sections: [{ title: toSentence(first), content: source }] };
  const parts = toParts(root);
  const title = takeTitle(parts);
  const subtitle = title === '' ? '' : takeSubtitle(parts);
  const pieces = cutAtHeadings(parts, title);
  const definitions = listDefinitions(root);
  const sections = pieces
    .map((piece) => ({ title: piece.title, content: toSource(piece.parts, definitions, source) }))
    .filter((section) => section.title !== '' || section.content !== '');
  return { title, subtitle, sections: joinRest(sections) };
}

function toParts({ children }: Root): Part[] {
  const parts = children
    .filter(({ type }) => type !== 'definition' && type !== 'footnoteDefinition')
    .map((node): Part => ({ node, level: node.type === 'heading' ? node.depth : null }));
  if (parts.some(({ level }) => level !== null)) return parts;
  return parts.map((part) => (isBoldLine(part.node) ? { ...part, level: 2 } : part));
}

/** `**Risks**` alone on its line, also with a colon. */
function isBoldLine(node: RootContent): boolean {
  if (node.type !== 'paragraph') return false;
  const [first, second] = node.children;
  if (first?.type !== 'strong' || node.children.length > 2) return false;
  return second === undefined || (second.type === 'text' && ['', ':'].includes(second.value.trim()));
}

/**
 * Removes and returns the title: the first heading, if its level is above all others. If it is the only heading, its
 * section keeps it as a title as well.
 */
function takeTitle(parts: Part[]): string {
  const [first] = parts;
  if (first?.level === null || first === undefined || first.node.type !== 'heading') return '';
  const others = parts.slice(1).flatMap(({ level }) => level ?? []);
  if (others.some((level) => level <= first.level!)) return '';
  if (others.length > 0) parts.shift();
  return toTitle(first.node);
}

/**
 * Removes and returns the only paragraph between the title and the first section, if it is short, such as a date or an
 * author.
 */
function takeSubtitle(parts: Part[]): string {
  const [first, second] = parts;
  if (first?.node.type !== 'paragraph' || second?.level === null || second === undefined) return '';
  const text = toText(first.node).replace(/\s+/g, ' ').trim();
  const hasMore = first.node.children.some(({ type }) => type === 'image' || type === 'footnoteReference');
  if (hasMore || text.length > MAX_SUBTITLE || CITATION.test(text)) return '';
  parts.shift();
  return text;
}

function cutAtHeadings(parts: readonly Part[], title: string): Piece[] {
  const levels = parts.flatMap(({ level }) => level ?? []);
  if (levels.length === 0) return cutWithoutHeadings(parts);
  const top = Math.min(...levels);
  const pieces = splitAt(parts, (part) => part.level === top);
  return pieces.flatMap((piece) => {
    if (piece.title !== '' || piece.parts.length === 0) return cutLongPiece(piece, top);
    return [{ title: title || toSentence(piece.parts[0]!.node), parts: piece.parts }];
  });
}

/** A long section with headings in it becomes several, which start with its title. */
function cutLongPiece(piece: Piece, level: number): Piece[] {
  const inner = piece.parts.flatMap((part) => part.level ?? []).filter((found) => found > level);
  if (inner.length < 2 || lengthOf(piece.parts) < LONG_SECTION) return [piece];
  const next = Math.min(...inner);
  return splitAt(piece.parts, (part) => part.level === next)
    .filter(({ title, parts }) => title !== '' || parts.length > 0)
    .map(({ title, parts }) => ({ title: [piece.title, title].filter(Boolean).join(': '), parts }));
}

function splitAt(parts: readonly Part[], isStart: (part: Part) => boolean): Piece[] {
  const pieces: Piece[] = [{ title: '', parts: [] }];
  for (const part of parts)
    if (isStart(part)) pieces.push({ title: toTitle(part.node), parts: [] });
    else pieces.at(-1)!.parts.push(part);
  return pieces.filter(({ title, parts: own }) => title !== '' || own.length > 0);
}

function cutWithoutHeadings(parts: readonly Part[]): Piece[] {
  const pieces: Piece[] = [{ title: '', parts: [] }];
  for (const part of parts) {
    if (part.node.type === 'thematicBreak') {
      pieces.push({ title: '', parts: [] });
      continue;
    }
    const current = pieces.at(-1)!;
    // A line that ends with a colon belongs to what follows.
    const introduces = current.parts.length > 0 && toText(current.parts.at(-1)!.node).trim().endsWith(':');
    const isFull = lengthOf([...current.parts, part]) > SLIDE_CHARACTERS && current.parts.length > 0;
    if (isFull && !introduces) pieces.push({ title: '', parts: [part] });
    else current.parts.push(part);
  }
  return pieces
    .filter((piece) => piece.parts.length > 0)
    .map((piece) => ({ title: toSentence(piece.parts[0]!.node), parts: piece.parts }));
}

function lengthOf(parts: readonly Part[]): number {
  const [first, last] = [parts[0], parts.at(-1)];
  return (last?.node.position?.end.offset ?? 0) - (first?.node.position?.start.offset ?? 0);
}

function toTitle(node: RootContent | Heading): string {
  return toText(node).replace(/\s+/g, ' ').replace(/:\s*$/, '').trim().slice(0, MAX_SLIDE_TITLE_CHARACTERS);
}

/** The first sentence, cut at a word. */
function toSentence(node: RootContent): string {
  const text = toText(node).replace(/\s+/g, ' ').trim().slice(0, 1_000);
  const [sentence = ''] = [...new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text)].map(({ segment }) =>
    segment.trim(),
  );
  const line = sentence.replace(/[:.。]$/, '').replaceAll(/ ?\[\d{1,5}\]/g, '');
  if (line.length <= MAX_TAKEN_TITLE) return line;
  const cut = line.slice(0, MAX_TAKEN_TITLE);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), MAX_TAKEN_TITLE / 2)).trim()}…`;
}

function toText(node: Nodes): string {
  if (node.type === 'image') return '';
  if ('value' in node) return node.value;
  if (!('children' in node)) return node.type === 'break' ? ' ' : '';
  const separator = node.type === 'paragraph' || node.type === 'heading' ? '' : ' ';
  return node.children.map(toText).join(separator);
}

/** The Markdown of a section as it was written, with the definitions that it refers to. */
function toSource(parts: readonly Part[], definitions: readonly AnyDefinition[], source: string): string {
  const [first, last] = [parts[0]?.node.position, parts.at(-1)?.node.position];
  if (!first || !last) return '';
  // Definitions between the parts are in the slice.
  const span = { start: first.start.offset ?? 0, end: last.end.offset ?? 0 };
  const nodes = parts.map(({ node }) => node);
  const kept = findDefinitions(nodes, definitions, span).map(({ position }) =>
    source.slice(position?.start.offset ?? 0, position?.end.offset ?? 0),
  );
  return [source.slice(span.start, span.end), ...kept].filter((text) => text !== '').join('\n\n');
}

/** Joins the sections beyond the maximum of a presentation with the last one, so that nothing is lost. */
function joinRest(sections: readonly CutSection[]): CutSection[] {
  if (sections.length <= MAX_PRESENTATION_SECTIONS) return [...sections];
  const rest = sections.slice(MAX_PRESENTATION_SECTIONS - 1);
  const [first] = rest;
  const content = rest.map(({ title, content: text }, index) => (index === 0 ? text : `### ${title}\n\n${text}`));
  return [
    ...sections.slice(0, MAX_PRESENTATION_SECTIONS - 1),
    { title: first?.title ?? '', content: content.join('\n\n') },
  ];
}

/** Removes the JSON fragments with status ids that a stream can leave in a text. Other JSON stays. */
function removeStatusFragments(text: string): string {
  return text.replace(FRAGMENT, (fragment) => (STATUS_FIELD.test(fragment) ? '' : fragment));
}
