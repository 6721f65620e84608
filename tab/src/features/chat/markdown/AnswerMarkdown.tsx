import { useId, useMemo } from 'react';
import Markdown from 'react-markdown';
import { logFailure } from '#tab/state/log.ts';
import { texts } from '#tab/texts.ts';
import { MarkdownParts, type MarkdownRenderers } from '#tab/ui/markdown/MarkdownParts.tsx';
import { useMarkdownStyles } from './AnswerMarkdown.styles.ts';
import { FencedBlock } from './FencedBlock.tsx';
import { markdownComponents } from './markdownComponents.tsx';
import { createMarkdownPipeline } from './markdownPipeline.ts';
import { Formula } from './math/Formula.tsx';
import { getBlockTex } from './math/formulas.rules.ts';

interface AnswerMarkdownProps {
  text: string;
  /** Whether more text is coming; references between blocks are resolved at the end. */
  streaming: boolean;
  /** Numbers of the sources; `[n]` of any other number stays text. */
  numbers: readonly number[];
}

/** Renders an answer's Markdown as React elements, never as HTML. */
export function AnswerMarkdown({ text, streaming, numbers }: AnswerMarkdownProps) {
  const styles = useMarkdownStyles();
  const idPrefix = useId();
  const numberList = numbers.join(',');
  const renderers = useMemo(() => createRenderers(parseNumbers(numberList), idPrefix), [numberList, idPrefix]);
  return (
    <div className={styles.root}>
      <MarkdownParts text={text} streaming={streaming} renderers={renderers} />
    </div>
  );
}

export default AnswerMarkdown;

function createRenderers(numbers: ReadonlySet<number>, idPrefix: string): MarkdownRenderers {
  const pipeline = createMarkdownPipeline(numbers, idPrefix);
  return {
    markdown: (text) => (
      <Markdown {...pipeline} components={markdownComponents}>
        {text}
      </Markdown>
    ),
    code: (text, language) => <FencedBlock text={text} language={language} />,
    formula: (text) => <Formula tex={getBlockTex(text)} display />,
    onError: (cause) => logFailure(texts.shell.partFailed, cause),
  };
}

function parseNumbers(list: string): ReadonlySet<number> {
  return new Set(list.split(',').filter(Boolean).map(Number));
}
