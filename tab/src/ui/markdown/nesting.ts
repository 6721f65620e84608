import { limits } from './renderLimits.ts';
import { getIndent } from './lineSyntax.ts';

/** Text columns of the open list items, and the number of containers around the last line. */
export interface Nesting {
  items: readonly number[];
  depth: number;
}

export const emptyNesting: Nesting = { items: [], depth: 0 };

const MARKER = /(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$)/y;

/**
 * Tracks how deep a line is nested in quotes and lists without parsing it. The cost of a line is bounded by its markers
 * and the depth limit.
 */
export function updateNesting({ items }: Nesting, head: string): Nesting {
  const prefix = /^[ \t>]*/.exec(head)?.[0] ?? '';
  let quotes = prefix.split('>').length - 1;
  const start = getIndent(prefix.replaceAll('>', ' '));
  const open = items.filter((column) => column <= start);
  let position = prefix.length;
  while (position < head.length && quotes + open.length <= limits.depth) {
    MARKER.lastIndex = position;
    const marker = MARKER.exec(head)?.[0];
    if (marker === undefined && head[position] !== '>') break;
    if (marker === undefined) quotes += 1;
    else open.push(position + marker.length + 1);
    position += marker?.length ?? 1;
    while (head[position] === ' ' || head[position] === '\t') position += 1;
  }
  return { items: open, depth: quotes + open.length };
}
