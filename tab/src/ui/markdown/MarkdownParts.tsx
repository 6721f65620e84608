import { memo, useMemo, useState, type ReactNode } from 'react';
import { Failsafe } from '../ErrorBoundary.tsx';
import { codeIn } from './codeBlock.ts';
import { createTextCutter, type Part } from './blockSplitter.ts';
import { limits } from './renderLimits.ts';
import { PlainText } from './PlainText.tsx';
import { withDefinitions } from './linkDefinitions.ts';
import { useGradually } from './useIncrementalParts.ts';

/** How the parts of a text are drawn; the same object for the life of a text, so that finished parts stay as they are. */
export interface Drawing {
  markdown: (text: string) => ReactNode;
  code: (text: string, language: string) => ReactNode;
  onError: (cause: unknown) => void;
}

interface MarkdownPartsProps {
  text: string;
  /** More text is coming; references between blocks are resolved at the end. */
  growing: boolean;
  drawing: Drawing;
}

/**
 * Markdown from anybody, drawn block by block. What is too deep, too long or too costly to parse, and what fails, is
 * shown as plain text.
 */
export function MarkdownParts({ text, growing, drawing }: MarkdownPartsProps) {
  const [cut] = useState(createTextCutter);
  const parts = useMemo(() => (growing ? cut(text) : settled(cut(text), text)), [cut, text, growing]);
  return useGradually(parts).map((part, at) => <PartView key={at} part={part} drawing={drawing} />);
}

const PartView = memo(function PartView({ part, drawing }: { part: Part; drawing: Drawing }) {
  if (part.kind === 'blank') return null;
  const plain = <PlainText text={part.text} />;
  if (part.kind === 'plain' || part.kind === 'note') return plain;
  return (
    <Failsafe onError={drawing.onError} fallback={() => plain}>
      {part.kind === 'code' ? (
        drawing.code(codeIn(part.text), part.language)
      ) : (
        <MarkdownPart part={part} drawing={drawing} />
      )}
    </Failsafe>
  );
});

/** A component, so that an error of the parser reaches the part's own boundary. */
function MarkdownPart({ part, drawing }: { part: Part; drawing: Drawing }) {
  const { header, text, definitions } = part;
  return drawing.markdown(header + text.trimEnd() + (definitions === undefined ? '' : `\n\n${definitions}`));
}

/** Footnotes and their references have to be parsed together; a text that is too costly for it shows them as written. */
function settled(parts: readonly Part[], text: string): readonly Part[] {
  const units = parts.reduce((sum, part) => sum + part.units, 0);
  const whole = units <= limits.wholeUnits && parts.every(({ kind }) => kind !== 'plain');
  if (whole && parts.some(({ kind }) => kind === 'note'))
    return [{ kind: 'markdown', text, header: '', language: '', units }];
  return withDefinitions(parts);
}
