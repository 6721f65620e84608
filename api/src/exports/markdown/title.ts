import type { Root } from 'mdast';
import { getText } from './limitDepth.ts';

/**
 * Whether a text starts with its title: with the same words, or with a heading that is above all others. A chat starts with
 * a question, which is a heading among others.
 */
export function hasTitle({ children }: Root, title: string): boolean {
  const [first, ...others] = children;
  if (first?.type !== 'heading') return false;
  if (getText(first).trim().toLowerCase() === title.trim().toLowerCase()) return true;
  const isAlone = others.every((node) => node.type !== 'heading' || node.depth > first.depth);
  return first.depth === 1 && isAlone && others.length > 0;
}
