import { memo, useId, useMemo, useState } from 'react';
import Markdown, { type Options } from 'react-markdown';
import { useMarkdownStyles } from './AnswerMarkdown.styles.ts';
import { createBlockCutter } from './blocks.ts';
import { markdownComponents } from './components.tsx';
import { pipelineFor } from './pipeline.ts';

interface AnswerMarkdownProps {
  text: string;
  /** While more text is coming only the blocks that change are drawn; at the end the whole text once, for references. */
  streaming: boolean;
  /** Numbers of the sources; `[n]` of any other number stays text. */
  numbers: readonly number[];
}

/** An answer's Markdown as elements, never as HTML. */
export function AnswerMarkdown({ text, streaming, numbers }: AnswerMarkdownProps) {
  const styles = useMarkdownStyles();
  const idPrefix = useId();
  const known = numbers.join(',');
  const pipeline = useMemo(() => pipelineFor(numbersIn(known), idPrefix), [known, idPrefix]);
  return (
    <div className={styles.root}>
      {streaming ? <GrowingText text={text} pipeline={pipeline} /> : <Block text={text} pipeline={pipeline} />}
    </div>
  );
}

export default AnswerMarkdown;

function GrowingText({ text, pipeline }: { text: string; pipeline: Options }) {
  const [cut] = useState(createBlockCutter);
  return cut(text).map((part, at) => <Block key={at} text={part} pipeline={pipeline} />);
}

const Block = memo(function Block({ text, pipeline }: { text: string; pipeline: Options }) {
  return (
    <Markdown {...pipeline} components={markdownComponents}>
      {text}
    </Markdown>
  );
});

function numbersIn(list: string): ReadonlySet<number> {
  return new Set(list.split(',').filter(Boolean).map(Number));
}
