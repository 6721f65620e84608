import type { Root } from 'mdast';
import { fromMarkdown, type Options } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { mathFromMarkdown } from 'mdast-util-math';
import { gfm } from 'micromark-extension-gfm';
import { math } from 'micromark-extension-math';
import { bracketFormulas } from '#contract/markdown/bracketFormulas.ts';
import { limitNesting } from '#contract/markdown/nesting.ts';
import { limitDepth } from './limitDepth.ts';

// Same syntax as on screen (`tab/src/features/chat/markdown/markdownPipeline.ts`): "$5 and $10" is money.
type Extension = NonNullable<Options['extensions']>[number];

const syntax: Extension[] = [gfm(), math({ singleDollarTextMath: false }), bracketFormulas as Extension];
const converters = [gfmFromMarkdown(), mathFromMarkdown()];

/**
 * Parses Markdown. Positions are those in `limitNesting(text)`. Brackets and marks can be nested too deeply for the parser;
 * such a text becomes plain paragraphs, so nothing is lost.
 */
export function parseMarkdown(text: string): Root {
  try {
    const root = fromMarkdown(limitNesting(text), { extensions: syntax, mdastExtensions: converters });
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
