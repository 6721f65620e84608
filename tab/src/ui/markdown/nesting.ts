import { limits } from './renderLimits.ts';
import { indentOf } from './lineSyntax.ts';

/** Columns at which the text of the open list items begins, and how many containers the last line stands in. */
export interface Nesting {
  items: readonly number[];
  depth: number;
}

export const noNesting: Nesting = { items: [], depth: 0 };

const MARKER = /(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$)/y;

/**
 * Follows how deep a line stands in quotes and lists without parsing it. A line costs at most its markers, and no more
 * than the limit, since the stack is cut there.
 */
export function nest({ items }: Nesting, head: string): Nesting {
  const prefix = /^[ \t>]*/.exec(head)?.[0] ?? '';
  let quotes = prefix.split('>').length - 1;
  const start = indentOf(prefix.replaceAll('>', ' '));
  const open = items.filter((column) => column <= start);
  let at = prefix.length;
  while (at < head.length && quotes + open.length <= limits.depth) {
    MARKER.lastIndex = at;
    const marker = MARKER.exec(head)?.[0];
    if (marker === undefined && head[at] !== '>') break;
    if (marker === undefined) quotes += 1;
    else open.push(at + marker.length + 1);
    at += marker?.length ?? 1;
    while (head[at] === ' ' || head[at] === '\t') at += 1;
  }
  return { items: open, depth: quotes + open.length };
}
