import { Caption1 } from '@fluentui/react-components';
import { Fragment, useEffect, useRef } from 'react';
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
    const marks = list.current?.querySelectorAll('mark') ?? [];
    const target = marks[(marks.length - 1) >> 1] ?? list.current?.querySelector('[data-looked-at]');
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
            <HighlightedText text={part.text} ranges={passage?.part === index ? passage.ranges : []} />
          </p>
        </section>
      ))}
    </div>
  );
}

function HighlightedText({ text, ranges }: { text: string; ranges: PassageMatch['ranges'] }) {
  const styles = useTextPartStyles();
  const last = ranges.at(-1);
  return (
    <>
      {ranges.map(({ from, to }, index) => (
        <Fragment key={from}>
          {text.slice(ranges[index - 1]?.to ?? 0, from)}
          <mark className={styles.mark}>{text.slice(from, to)}</mark>
        </Fragment>
      ))}
      {text.slice(last?.to ?? 0)}
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
