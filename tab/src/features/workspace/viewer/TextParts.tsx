import { Caption1, makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useRef } from 'react';
import { locationLabel, type TextPart } from '../../../../../api/contract/locations.ts';
import type { PassageMatch } from './findInText.rules.ts';

const useStyles = makeStyles({
  parts: {
    flex: '1 1 0',
    minHeight: 0,
    overflowY: 'auto',
    padding: `0 ${tokens.spacingHorizontalM} ${tokens.spacingVerticalL}`,
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
  },
  part: {
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    padding: tokens.spacingHorizontalM,
    textAlign: 'start',
    // A book of a thousand pages is laid out only as it scrolls into view.
    contentVisibility: 'auto',
    containIntrinsicSize: 'auto 400px',
    flexShrink: 0,
  },
  location: { display: 'block', color: tokens.colorNeutralForeground3, marginBottom: tokens.spacingVerticalXS },
  text: { margin: 0, fontFamily: 'inherit', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  mark: {
    backgroundColor: tokens.colorPaletteYellowBackground2,
    color: tokens.colorNeutralForeground1,
    borderRadius: tokens.borderRadiusSmall,
    outline: `1px solid ${tokens.colorTransparentStroke}`,
  },
});

interface TextPartsProps {
  parts: readonly TextPart[];
  passage: PassageMatch | null;
}

/** The text of a file, one card per location; the cited passage is highlighted and scrolled into view. */
export function TextParts({ parts, passage }: TextPartsProps) {
  const styles = useStyles();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const target = list.current?.querySelector('mark') ?? list.current?.querySelector('[data-looked-at]');
    target?.scrollIntoView({ block: 'center' });
  }, [passage]);

  return (
    <div ref={list} tabIndex={0} role="document" className={styles.parts}>
      {parts.map((part, index) => (
        <section
          key={index}
          dir="auto"
          className={styles.part}
          {...(passage?.part === index ? { 'data-looked-at': true } : {})}
        >
          <Caption1 className={styles.location}>{capitalize(locationLabel(part.location))}</Caption1>
          <p className={styles.text}>
            <HighlightedText text={part.text} range={passage?.part === index ? passage.range : null} />
          </p>
        </section>
      ))}
    </div>
  );
}

function HighlightedText({ text, range }: { text: string; range: PassageMatch['range'] }) {
  const styles = useStyles();
  if (!range) return text;
  return (
    <>
      {text.slice(0, range.from)}
      <mark className={styles.mark}>{text.slice(range.from, range.to)}</mark>
      {text.slice(range.to)}
    </>
  );
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
