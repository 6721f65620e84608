import { memo, useMemo, useState, type ReactNode, useEffect } from 'react';
import { ErrorBoundary } from '#tab/ui/ErrorBoundary.tsx';
import { getCodeContent } from './codeBlock.ts';
import { createBlockSplitter, type Part } from './blockSplitter.ts';
import { closeOpenEnd } from './closeOpenEnd.ts';
import { finishParts } from './finishParts.ts';
import { PlainText } from './PlainText.tsx';
import { limits } from './renderLimits.ts';

/** Pause in milliseconds in which the browser can paint and handle input. */
const PAUSE_MS = 16;

/** Renderers for the parts of a text. Must stay the same object, so that finished parts do not render again. */
export interface MarkdownRenderers {
  markdown: (text: string) => ReactNode;
  code: (text: string, language: string) => ReactNode;
  /** A formula in TeX with its delimiters; without this, it is shown as text. */
  formula?: (text: string) => ReactNode;
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
  const parts = useMemo(
    () => (streaming ? closeLast(split(text)) : finishParts(split(text), text)),
    [split, text, streaming],
  );
  return useIncrementalParts(parts).map((part, index) => <PartView key={index} part={part} renderers={renderers} />);
}

/** Only the last block can be half-written. */
function closeLast(parts: readonly Part[]): readonly Part[] {
  const last = parts.at(-1);
  return last?.kind === 'markdown' ? [...parts.slice(0, -1), { ...last, text: closeOpenEnd(last.text) }] : parts;
}

const PartView = memo(function PartView({ part, renderers }: { part: Part; renderers: MarkdownRenderers }) {
  if (part.kind === 'blank') return null;
  const plain = <PlainText text={part.text} />;
  if (part.kind === 'plain' || part.kind === 'note') return plain;
  return (
    <ErrorBoundary onError={renderers.onError} fallback={() => plain}>
      <PartContent part={part} renderers={renderers} />
    </ErrorBoundary>
  );
});

/** A component, so that the part's error boundary catches parser errors. */
function PartContent({ part, renderers }: { part: Part; renderers: MarkdownRenderers }) {
  const { kind, header, text, language, definitions } = part;
  if (kind === 'code') return renderers.code(getCodeContent(text), language);
  if (kind === 'formula') return renderers.formula ? renderers.formula(text) : <PlainText text={text} />;
  return renderers.markdown(header + text.trimEnd() + (definitions === undefined ? '' : `\n\n${definitions}`));
}

/** Returns the parts to render now. New or changed parts are added in steps, each with a limited number of units. */
function useIncrementalParts(parts: readonly Part[]): readonly Part[] {
  const [before, setBefore] = useState<readonly Part[]>([]);
  const drawn = takeNextParts(before, parts);
  const complete = drawn.length === parts.length && drawn.every((part, index) => part === parts[index]);
  useEffect(() => {
    if (complete) return;
    const timer = setTimeout(() => setBefore(drawn), PAUSE_MS);
    return () => clearTimeout(timer);
  });
  return drawn;
}

/** The rendered parts plus the next ones that fit into one step; at least one. */
function takeNextParts(before: readonly Part[], parts: readonly Part[]): readonly Part[] {
  const drawn = before.slice(0, parts.length);
  let units = 0;
  for (const [index, part] of parts.entries()) {
    if (drawn[index] === part) continue;
    if (units > 0 && units + part.units > limits.frameUnits) break;
    units += part.units;
    drawn[index] = part;
  }
  return drawn;
}
