import { startBlock, continuesBlock, createEmptyBlock, extendBlock, type Block } from './block.ts';
import { limits } from './renderLimits.ts';

/** A block of a text. The texts of all parts joined are the original text. */
export interface Part {
  kind: 'markdown' | 'code' | 'formula' | 'note' | 'plain' | 'blank';
  text: string;
  /** Header of a table that started in an earlier part. */
  header: string;
  /** Link definitions from other parts that this part uses. */
  definitions?: string;
  /** Code: its language. */
  language: string;
  units: number;
}

const partFields = ['kind', 'text', 'header', 'language', 'units'] as const;

/** State of splitting, up to the end of the last complete line. */
interface SplitterState {
  text: string;
  /** Finished parts. */
  parts: Part[];
  units: number;
  open: Block;
  upTo: number;
  lastLine: string;
  /** The last closed part as it was returned: the same object does not render again. */
  lastClosed: Part | null;
}

const LINE = /[^\r\n]*(?:\r\n|\r|\n|$)/y;

/**
 * Creates a function that splits a growing text into blocks. Each complete line is read once, so the cost is linear in
 * the text's length.
 */
export function createBlockSplitter(): (text: string) => readonly Part[] {
  let state = createState('');
  return (text) => {
    if (!text.startsWith(state.text)) state = createState('');
    state = { ...state, text };
    let line = readLineAt(text, state.upTo);
    while (isWhole(line, state)) {
      readLine(state, line);
      line = readLineAt(text, state.upTo);
    }
    return getPartsWith(state, line);
  };
}

function createState(text: string): SplitterState {
  return { text, parts: [], units: 0, open: createEmptyBlock(0), upTo: 0, lastLine: '', lastClosed: null };
}

function readLineAt(text: string, index: number): string {
  LINE.lastIndex = index;
  return LINE.exec(text)?.[0] ?? '';
}

/** A carriage return at the end can be half of a line end. */
function isWhole(line: string, { text, upTo }: SplitterState): boolean {
  return line.endsWith('\n') || (line.endsWith('\r') && upTo + line.length < text.length);
}

function readLine(state: SplitterState, line: string): void {
  const { closed, open } = addLine(state, line);
  if (closed) {
    state.parts.push(reuseIfEqual(state, closed));
    state.units += closed.units;
  }
  state.open = open;
  state.upTo += line.length;
  state.lastLine = line;
}

/** The parts so far, including the last line, which can still grow. */
function getPartsWith(state: SplitterState, line: string): readonly Part[] {
  const { closed, open } = line === '' ? { closed: null, open: state.open } : addLine(state, line);
  const last = open.characters > 0 ? [toPart(open, state.text, state.text.length)] : [];
  if (closed) state.lastClosed = reuseIfEqual(state, closed);
  return [...state.parts, ...(closed && state.lastClosed ? [state.lastClosed] : []), ...last];
}

function reuseIfEqual({ lastClosed }: SplitterState, part: Part): Part {
  return lastClosed && partFields.every((field) => lastClosed[field] === part[field]) ? lastClosed : part;
}

/** Adds a line to the open block, or closes the block and starts another. */
function addLine(
  { open, text, upTo, units, lastLine }: SplitterState,
  line: string,
): { closed: Part | null; open: Block } {
  // Beyond the maximum of units, all further text is one plain part.
  if (units > limits.textUnits || continuesBlock(open, line)) {
    const block = open.shape === 'blank' ? { ...startBlock(open.from, line, null), characters: open.characters } : open;
    const spent = units > limits.textUnits ? { ...block, plain: true } : block;
    return { closed: null, open: extendBlock(spent, line, lastLine) };
  }
  return { closed: toPart(open, text, upTo), open: extendBlock(startBlock(upTo, line, open), line, lastLine) };
}

function toPart(block: Block, text: string, to: number): Part {
  const { from, header, language, units, plain, continuesTable } = block;
  return {
    kind: getKind(block),
    text: text.slice(from, to),
    header: continuesTable && !plain ? header : '',
    language,
    units: plain ? limits.partUnits : units,
  };
}

function getKind({ shape, plain, ended }: Block): Part['kind'] {
  if (plain) return 'plain';
  if (shape === 'fence') return 'code';
  // A formula that is not closed is text.
  if (shape === 'formula' && ended) return 'formula';
  return shape === 'note' || shape === 'blank' ? shape : 'markdown';
}
