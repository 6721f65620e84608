import { begin, continues, emptyBlock, extend, type Block } from './block.ts';
import { limits } from './renderLimits.ts';

/** One block of a text. The texts of all parts joined are the text again. */
export interface Part {
  kind: 'markdown' | 'code' | 'note' | 'plain' | 'blank';
  text: string;
  /** Header of a table that began in an earlier part. */
  header: string;
  /** Link definitions of other parts that this one refers to. */
  definitions?: string;
  /** Code: the language it names. */
  language: string;
  units: number;
}

const partFields = ['kind', 'text', 'header', 'language', 'units'] as const;

/** What has been read of a text, up to the end of its last whole line. */
interface Reading {
  text: string;
  /** Parts that no further line can change. */
  parts: Part[];
  units: number;
  open: Block;
  upTo: number;
  lastLine: string;
  /** The part before the open one, as it was last given out: the same object is not drawn again. */
  given: Part | null;
}

const LINE = /[^\r\n]*(?:\r\n|\r|\n|$)/y;

/**
 * Cuts a text into blocks again and again while it grows. Each whole line is read once, so that a text costs what it is
 * long and not its length times its pieces.
 */
export function createTextCutter(): (text: string) => readonly Part[] {
  let reading = readingOf('');
  return (text) => {
    if (!text.startsWith(reading.text)) reading = readingOf('');
    reading = { ...reading, text };
    let line = lineAt(text, reading.upTo);
    while (isWhole(line, reading)) {
      readLine(reading, line);
      line = lineAt(text, reading.upTo);
    }
    return partsWith(reading, line);
  };
}

function readingOf(text: string): Reading {
  return { text, parts: [], units: 0, open: emptyBlock(0), upTo: 0, lastLine: '', given: null };
}

function lineAt(text: string, at: number): string {
  LINE.lastIndex = at;
  return LINE.exec(text)?.[0] ?? '';
}

/** A carriage return at the very end may still be half of a line end. */
function isWhole(line: string, { text, upTo }: Reading): boolean {
  return line.endsWith('\n') || (line.endsWith('\r') && upTo + line.length < text.length);
}

function readLine(reading: Reading, line: string): void {
  const { closed, open } = step(reading, line);
  if (closed) {
    reading.parts.push(known(reading, closed));
    reading.units += closed.units;
  }
  reading.open = open;
  reading.upTo += line.length;
  reading.lastLine = line;
}

/** The parts so far, with the last line, which may still grow, read on trial. */
function partsWith(reading: Reading, line: string): readonly Part[] {
  const { closed, open } = line === '' ? { closed: null, open: reading.open } : step(reading, line);
  const last = open.characters > 0 ? [partOf(open, reading.text, reading.text.length)] : [];
  if (closed) reading.given = known(reading, closed);
  return [...reading.parts, ...(closed && reading.given ? [reading.given] : []), ...last];
}

function known({ given }: Reading, part: Part): Part {
  return given && partFields.every((field) => given[field] === part[field]) ? given : part;
}

/** Takes one line into the open block, or closes the block and begins another with it. */
function step({ open, text, upTo, units, lastLine }: Reading, line: string): { closed: Part | null; open: Block } {
  // The rest of a text that has used up its budget is one plain part.
  if (units > limits.textUnits || continues(open, line)) {
    const block = open.shape === 'blank' ? { ...begin(open.from, line, null), characters: open.characters } : open;
    const spent = units > limits.textUnits ? { ...block, plain: true } : block;
    return { closed: null, open: extend(spent, line, lastLine) };
  }
  return { closed: partOf(open, text, upTo), open: extend(begin(upTo, line, open), line, lastLine) };
}

function partOf(block: Block, text: string, to: number): Part {
  const { from, header, language, units, plain, cut } = block;
  return {
    kind: kindOf(block),
    text: text.slice(from, to),
    header: cut && !plain ? header : '',
    language,
    units: plain ? limits.partUnits : units,
  };
}

function kindOf({ shape, plain }: Block): Part['kind'] {
  if (plain) return 'plain';
  if (shape === 'fence') return 'code';
  return shape === 'note' || shape === 'blank' ? shape : 'markdown';
}
