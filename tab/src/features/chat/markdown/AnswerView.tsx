import type { AnswerViewProps } from '#tab/shell/layout/slots.ts';
import { CitationsProvider } from '#tab/features/chat/citations/CitationsContext.ts';
import { SourcesRow } from '#tab/features/chat/citations/SourcesRow.tsx';
import { FunctionCalls } from '#tab/features/chat/functions/FunctionCalls.tsx';
import { AnswerMarkdown } from './AnswerMarkdown.tsx';

/** A text that AVA wrote, with its citations and sources, outside a chat. */
export default function AnswerView({ text, streaming, links, calls = [] }: AnswerViewProps) {
  return (
    <CitationsProvider value={links}>
      <FunctionCalls calls={calls} />
      <AnswerMarkdown text={text} streaming={streaming} numbers={links.map(({ number }) => number)} />
      {!streaming && <SourcesRow links={links} />}
    </CitationsProvider>
  );
}
