import type { Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { dialect } from '#contract/markdown/dialect.ts';
import { limitNesting } from '#contract/markdown/nesting.ts';
import { limitDepth } from './limitDepth.ts';

/**
 * Parses Markdown. Positions are those in `limitNesting(text)`. Brackets and marks can be nested too deeply for the parser;
 * such a text becomes plain paragraphs, so nothing is lost.
 */
export function parseMarkdown(text: string): Root {
  try {
    const root = fromMarkdown(limitNesting(text), { extensions: dialect.syntax, mdastExtensions: dialect.converters });
    limitDepth(root);
    return root;
  } catch (error) {
    if (error instanceof RangeError) return parsePlainText(text);
    throw error;
  }
}

/** Blank lines separate paragraphs; other line ends are kept. */
export function parsePlainText(text: string): Root {
  const paragraphs = text.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== '');
  return {
    type: 'root',
    children: paragraphs.map((paragraph) => ({
      type: 'paragraph',
      children: paragraph
        .split('\n')
        .flatMap((line, index) => [
          ...(index > 0 ? [{ type: 'break' } as const] : []),
          { type: 'text', value: line } as const,
        ]),
    })),
  };
}
