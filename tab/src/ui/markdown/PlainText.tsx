import { makeStyles, tokens } from '@fluentui/react-components';
import { memo } from 'react';

const useStyles = makeStyles({
  text: {
    fontSize: tokens.fontSizeBase300,
    lineHeight: 1.5,
    textAlign: 'start',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    // Stacked combining marks must not cover what is above and below.
    overflow: 'clip',
    marginBlock: `0 ${tokens.spacingVerticalM}`,
  },
  // Laying out 1 MB at once takes seconds; a piece out of view is not laid out.
  piece: { contentVisibility: 'auto', containIntrinsicSize: 'auto 600px' },
});

const PIECE_CHARACTERS = 4_000;

/** A text as it was written, with all its characters. */
export function PlainText({ text }: { text: string }) {
  const styles = useStyles();
  return (
    <div className={styles.text}>
      {piecesOf(text).map((piece, at) => (
        <Piece key={at} text={piece} />
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

/** Cuts at line ends, and in mid line only where a line alone is longer than a piece. */
export function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (let from = 0; from < text.length;) {
    const end = text.lastIndexOf('\n', from + PIECE_CHARACTERS - 1);
    const to = text.length - from <= PIECE_CHARACTERS ? text.length : end >= from ? end + 1 : safeEnd(text, from);
    pieces.push(text.slice(from, to));
    from = to;
  }
  return pieces;
}

/** Does not cut a surrogate pair. */
function safeEnd(text: string, from: number): number {
  const to = from + PIECE_CHARACTERS;
  const last = text.charCodeAt(to - 1);
  return last >= 0xd800 && last <= 0xdbff ? to - 1 : to;
}
