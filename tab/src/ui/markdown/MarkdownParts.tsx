import { memo, useMemo, useState, type ReactNode } from 'react';
import { ErrorBoundary } from '../ErrorBoundary.tsx';
import { getCodeContent } from './codeBlock.ts';
import { createBlockSplitter, type Part } from './blockSplitter.ts';
import { limits } from './renderLimits.ts';
import { PlainText } from './PlainText.tsx';
import { withDefinitions } from './linkDefinitions.ts';
import { useIncrementalParts } from './useIncrementalParts.ts';

/** Renderers for the parts of a text. Must stay the same object, so that finished parts do not render again. */
export interface MarkdownRenderers {
  markdown: (text: string) => ReactNode;
  code: (text: string, language: string) => ReactNode;
  onError: (cause: unknown) => void;
}

interface MarkdownPartsProps {
  text: string;
  /** More text follows; references between blocks are resolved at the end. */
  streaming: boolean;
  renderers: MarkdownRenderers;
}

/**
 * Renders untrusted Markdown block by block. Blocks that are too deep, too long, too expensive or that fail are shown
 * as plain text.
 */
export function MarkdownParts({ text, streaming, renderers }: MarkdownPartsProps) {
  const [split] = useState(createBlockSplitter);
  const parts = useMemo(() => (streaming ? split(text) : finishParts(split(text), text)), [split, text, streaming]);
  return useIncrementalParts(parts).map((part, index) => <PartView key={index} part={part} renderers={renderers} />);
}

const PartView = memo(function PartView({ part, renderers }: { part: Part; renderers: MarkdownRenderers }) {
  if (part.kind === 'blank') return null;
  const plain = <PlainText text={part.text} />;
  if (part.kind === 'plain' || part.kind === 'note') return plain;
  return (
    <ErrorBoundary onError={renderers.onError} fallback={() => plain}>
      {part.kind === 'code' ? (
        renderers.code(getCodeContent(part.text), part.language)
      ) : (
        <MarkdownPart part={part} renderers={renderers} />
      )}
    </ErrorBoundary>
  );
});

/** A component, so that the part's error boundary catches parser errors. */
function MarkdownPart({ part, renderers }: { part: Part; renderers: MarkdownRenderers }) {
  const { header, text, definitions } = part;
  return renderers.markdown(header + text.trimEnd() + (definitions === undefined ? '' : `\n\n${definitions}`));
}

/**
 * Footnotes and their references must be parsed together. A text that is too expensive for that shows them as written.
 */
function finishParts(parts: readonly Part[], text: string): readonly Part[] {
  const units = parts.reduce((sum, part) => sum + part.units, 0);
  const isParsedWhole = units <= limits.wholeUnits && parts.every(({ kind }) => kind !== 'plain');
  if (isParsedWhole && parts.some(({ kind }) => kind === 'note'))
    return [{ kind: 'markdown', text, header: '', language: '', units }];
  return withDefinitions(parts);
}
