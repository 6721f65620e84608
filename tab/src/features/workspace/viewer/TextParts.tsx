import { Caption1 } from '@fluentui/react-components';
import { useEffect, useRef } from 'react';
import { locationLabel, type TextPart } from '#contract/files/locations.ts';
import type { PassageMatch } from './findInText.rules.ts';
import { useDomFinder, type OnFinder } from './find/useDomFinder.ts';
import { useTextPartStyles } from './textParts.styles.ts';

interface TextPartsProps {
  parts: readonly TextPart[];
  passage: PassageMatch | null;
  label: string;
  onFinder: OnFinder;
}

/** The text of a file, one card per location; the cited passage is highlighted and scrolled into view. */
export function TextParts({ parts, passage, label, onFinder }: TextPartsProps) {
  const styles = useTextPartStyles();
  const list = useRef<HTMLDivElement>(null);
  useDomFinder(list, onFinder);
  useEffect(() => {
    const target = list.current?.querySelector('mark') ?? list.current?.querySelector('[data-looked-at]');
    target?.scrollIntoView({ block: 'center' });
  }, [passage]);

  return (
    <div ref={list} tabIndex={0} role="document" aria-label={label} className={styles.parts}>
      {parts.map((part, index) => (
        <section
          key={index}
          dir="auto"
          className={styles.part}
          {...(passage?.part === index ? { 'data-looked-at': true } : {})}
        >
          <Caption1 className={styles.location}>{capitalize(labelPart(part))}</Caption1>
          <p className={styles.text}>
            <HighlightedText text={part.text} range={passage?.part === index ? passage.range : null} />
          </p>
        </section>
      ))}
    </div>
  );
}

function HighlightedText({ text, range }: { text: string; range: PassageMatch['range'] }) {
  const styles = useTextPartStyles();
  if (!range) return text;
  return (
    <>
      {text.slice(0, range.from)}
      <mark className={styles.mark}>{text.slice(range.from, range.to)}</mark>
      {text.slice(range.to)}
    </>
  );
}

/** A turn of a transcript begins with its speaker, who is not named twice. */
function labelPart({ location, text }: TextPart): string {
  if (location.kind !== 'time' || !text.startsWith(`${location.speaker}: `)) return locationLabel(location);
  const { kind, from, to } = location;
  return locationLabel({ kind, from, to });
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
