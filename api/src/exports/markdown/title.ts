import type { Root } from 'mdast';
import type { ParsedDocument } from '#api/exports/document.ts';
import { getText } from './limitDepth.ts';

/**
 * Whether a text starts with its title: with the same words, or with a heading of a higher level than all others. The first
 * question of a chat is a heading of the same level as the others.
 */
export function hasTitle({ children }: Root, title: string): boolean {
  const [first, ...others] = children;
  if (first?.type !== 'heading') return false;
  if (getText(first).trim().toLowerCase() === title.trim().toLowerCase()) return true;
  const isAlone = others.every((node) => node.type !== 'heading' || node.depth > first.depth);
  return first.depth === 1 && isAlone && others.length > 0;
}

/** The title that the text has itself, or that of the document. */
export function getTitle({ title, root }: Pick<ParsedDocument, 'title' | 'root'>): string {
  const [first] = root.children;
  return first && hasTitle(root, title) ? getText(first).replaceAll('\n', ' ') : title;
}
