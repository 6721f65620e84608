/** What can precede a fence on its line: spaces, quote markers, one list marker. */
const BEFORE_OPENING_FENCE = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)?$/;
const BEFORE_CLOSING_FENCE = /^[\s>]*$/;
/** A fence with more characters before it on its line is not recognized. */
const MAX_INDENT = 200;

type State =
  | { name: 'text' }
  /**
   * A span that `length` backticks have opened. If `canOpenBlock` is set and its line ends without further backticks, it is
   * a block.
   */
  | { name: 'span'; length: number; canOpenBlock: boolean }
  /** `isClosing` is set after a closing fence, as long as nothing else is on the line of the fence. */
  | { name: 'block'; fence: string; length: number; isClosing: boolean };

const text: State = { name: 'text' };

interface CodeScanner {
  /** Takes the next character and returns whether it is in code or part of a code marker. */
  scan(character: string): boolean;
}

/**
 * Recognizes Markdown's code spans and fenced blocks (https://spec.commonmark.org/0.31.2/#code-spans, #fenced-code-blocks)
 * character by character. A span that is never closed counts as code until the end of its paragraph.
 */
export function createCodeScanner(): CodeScanner {
  let state: State = text;
  let line = emptyLine();
  /** The backticks or tildes in a row that are being read. */
  let run = { marker: '', length: 0 };

  function endRun(): void {
    const { marker, length } = run;
    const before = line.length - length <= MAX_INDENT ? line.start.slice(0, line.length - length) : null;
    const canOpenBlock = length >= 3 && before !== null && BEFORE_OPENING_FENCE.test(before);
    run = { marker: '', length: 0 };
    if (state.name === 'text') {
      if (marker === '~' && canOpenBlock) state = { name: 'block', fence: marker, length, isClosing: false };
      else if (marker === '`') state = { name: 'span', length, canOpenBlock };
    } else if (state.name === 'span') {
      if (marker === '`') state = length === state.length ? text : { ...state, canOpenBlock: false };
    } else if (
      marker === state.fence &&
      length >= state.length &&
      before !== null &&
      BEFORE_CLOSING_FENCE.test(before)
    ) {
      state = { ...state, isClosing: true };
    }
  }

  function endLine(): void {
    if (state.name === 'span' && state.canOpenBlock) {
      state = { name: 'block', fence: '`', length: state.length, isClosing: false };
    } else if (state.name === 'span' && line.isBlank) state = text;
    else if (state.name === 'block' && state.isClosing) state = text;
    line = emptyLine();
  }

  function addToLine(character: string): void {
    if (line.length < MAX_INDENT) line.start += character;
    line.length += character.length;
    line.isBlank &&= character.trim() === '';
    line.last = character;
  }

  return {
    scan(character) {
      const isMarker = character === '`' || character === '~';
      if (run.length > 0 && run.marker !== character) endRun();
      if (character === '\n') {
        endLine();
        return state.name !== 'text';
      }
      if (state.name === 'block' && state.isClosing && character.trim() !== '') state = { ...state, isClosing: false };
      const isEscaped = state.name === 'text' && run.length === 0 && line.last === '\\';
      addToLine(character);
      if (isMarker && !isEscaped) run = { marker: character, length: run.length + 1 };
      return isMarker || state.name !== 'text';
    },
  };
}

/** State of the current line. Only its start is kept: a model can write 100 KB without a line break. */
function emptyLine() {
  return { start: '', length: 0, isBlank: true, last: '' };
}
