import { makeStyles, tokens } from '@fluentui/react-components';
import { memo } from 'react';

const useStyles = makeStyles({
  text: {
    fontSize: tokens.fontSizeBase300,
    lineHeight: 1.5,
    textAlign: 'start',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    // Stacked combining marks must not cover neighboring lines.
    overflow: 'clip',
    marginBlock: `0 ${tokens.spacingVerticalM}`,
  },
  // Laying out 1 MB at once takes seconds; pieces out of view are skipped.
  piece: { contentVisibility: 'auto', containIntrinsicSize: 'auto 600px' },
});

const PIECE_CHARACTERS = 4_000;

/** A text exactly as it was written. */
export function PlainText({ text }: { text: string }) {
  const styles = useStyles();
  return (
    <div className={styles.text}>
      {splitIntoPieces(text).map((piece, index) => (
        <Piece key={index} text={piece} />
      ))}
    </div>
  );
}

const Piece = memo(function Piece({ text }: { text: string }) {
  const styles = useStyles();
  return (
    <div dir="auto" className={styles.piece}>
      {text}
    </div>
  );
});

/** Splits at line ends, or within a line that is longer than a piece. */
function splitIntoPieces(text: string): string[] {
  const pieces: string[] = [];
  for (let from = 0; from < text.length;) {
    const end = text.lastIndexOf('\n', from + PIECE_CHARACTERS - 1);
    const to = text.length - from <= PIECE_CHARACTERS ? text.length : end >= from ? end + 1 : findSafeEnd(text, from);
    pieces.push(text.slice(from, to));
    from = to;
  }
  return pieces;
}

/** Returns where a piece ends, without cutting a surrogate pair. */
function findSafeEnd(text: string, from: number): number {
  const to = from + PIECE_CHARACTERS;
  const last = text.charCodeAt(to - 1);
  return last >= 0xd800 && last <= 0xdbff ? to - 1 : to;
}
