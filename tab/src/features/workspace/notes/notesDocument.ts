import type { Descendant } from 'slate';

/** A run of text with its format. */
export interface NotesText {
  text: string;
  bold?: true;
  italic?: true;
}

export interface LinkElement {
  type: 'link';
  url: string;
  children: NotesText[];
}

type Inline = NotesText | LinkElement;

export interface LineElement {
  type: 'line';
  children: Inline[];
}

export interface HeadingElement {
  type: 'heading';
  level: 1 | 2 | 3;
  children: Inline[];
}

export interface ListItemElement {
  type: 'item';
  /** How deep it is nested; 0 if missing. */
  depth?: number;
  children: Inline[];
}

export interface ListElement {
  type: 'list';
  isOrdered: boolean;
  children: ListItemElement[];
}

export type NotesBlock = LineElement | HeadingElement | ListElement;
export type NotesElement = NotesBlock | ListItemElement | LinkElement;

export const MAX_DEPTH = 4;

export const getDepth = ({ depth = 0 }: ListItemElement): number => depth;

/**
 * Numbers of the items of ordered lists. An item continues the numbers of its depth, also after nested items in lists of
 * the other kind.
 */
export function numberItems(blocks: readonly NotesBlock[]): Map<ListItemElement, number> {
  const numbers = new Map<ListItemElement, number>();
  let counts: number[] = [];
  for (const block of blocks) {
    if (block.type !== 'list') counts = [];
    else
      for (const item of block.children) {
        const depth = getDepth(item);
        counts = counts.slice(0, depth + 1);
        counts[depth] = block.isOrdered ? (counts[depth] ?? 0) + 1 : 0;
        if (block.isOrdered) numbers.set(item, counts[depth]);
      }
  }
  return numbers;
}

export function emptyNotes(): NotesBlock[] {
  return [{ type: 'line', children: [{ text: '' }] }];
}

export function isLink(node: unknown): node is LinkElement {
  return typeof node === 'object' && node !== null && 'type' in node && node.type === 'link';
}

export function isList(node: unknown): node is ListElement {
  return typeof node === 'object' && node !== null && 'type' in node && node.type === 'list';
}

/** The document of an editor of notes; Slate's type also covers the composer. */
export function toBlocks(document: readonly Descendant[]): readonly NotesBlock[] {
  return document as readonly NotesBlock[];
}
