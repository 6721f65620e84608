import { useId, useMemo } from 'react';
import Markdown from 'react-markdown';
import { logFailure } from '../../../state/log.ts';
import { texts } from '../../../texts.ts';
import { MarkdownParts, type Drawing } from '../../../ui/markdown/MarkdownParts.tsx';
import { useMarkdownStyles } from './AnswerMarkdown.styles.ts';
import { CodeBlock } from './CodeBlock.tsx';
import { markdownComponents } from './components.tsx';
import { pipelineFor } from './pipeline.ts';

interface AnswerMarkdownProps {
  text: string;
  /** More text is coming; references between blocks are resolved at the end. */
  streaming: boolean;
  /** Numbers of the sources; `[n]` of any other number stays text. */
  numbers: readonly number[];
}

/** An answer's Markdown as elements, never as HTML. */
export function AnswerMarkdown({ text, streaming, numbers }: AnswerMarkdownProps) {
  const styles = useMarkdownStyles();
  const idPrefix = useId();
  const known = numbers.join(',');
  const drawing = useMemo(() => drawingFor(numbersIn(known), idPrefix), [known, idPrefix]);
  return (
    <div className={styles.root}>
      <MarkdownParts text={text} growing={streaming} drawing={drawing} />
    </div>
  );
}

export default AnswerMarkdown;

function drawingFor(numbers: ReadonlySet<number>, idPrefix: string): Drawing {
  const pipeline = pipelineFor(numbers, idPrefix);
  return {
    markdown: (text) => (
      <Markdown {...pipeline} components={markdownComponents}>
        {text}
      </Markdown>
    ),
    code: (text, language) => <CodeBlock text={text} language={language} />,
    onError: (cause) => logFailure(texts.shell.partFailed, cause),
  };
}

function numbersIn(list: string): ReadonlySet<number> {
  return new Set(list.split(',').filter(Boolean).map(Number));
}
