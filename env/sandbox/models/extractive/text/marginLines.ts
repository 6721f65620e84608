import type { Passage } from './passageParser.ts';

/** Lines at the top and at the bottom of a passage that can be a running header or footer. */
const MARGIN_LINES = 2;
const MAX_LENGTH = 100;
/** A line that is a footer even if only one page is known. */
const FOOTER =
  /^(?:©|\(c\) |copyright\b|confidential\b)|\bpage [\dxiv]{1,6} ?(?:of|\/) ?\d{1,5}$|\ball rights reserved\b/i;
const PAGE_LABEL = /\b(?:page|p\.|sheet|seite)? ?(?:\d{1,5}|[xiv]{1,6})$/iu;
const PAGE_WORD = /\b(?:page|sheet|seite)\b/iu;

/** Lines before and after an occurrence of a line, by which a running header differs from text that is quoted twice. */
type Occurrences = { before: string[]; after: string[] };

/**
 * The passages without running headers and footers: lines that stand beside different text on several pages of a file,
 * apart from a page number, and lines that look like a footer. A text with nothing else stays unchanged.
 */
export function removeMarginLines(passages: readonly Passage[]): Passage[] {
  const pages = passages.map((passage) => ({ passage, lines: splitFilledLines(passage.text) }));
  const occurrences = new Map<string, Occurrences>();
  for (const { passage, lines } of pages) {
    for (const index of listMarginIndexes(lines)) {
      const key = toKey(passage, lines[index] ?? '');
      const { before, after } = occurrences.get(key) ?? { before: [], after: [] };
      occurrences.set(key, { before: [...before, lines[index - 1] ?? ''], after: [...after, lines[index + 1] ?? ''] });
    }
  }
  return pages.map(({ passage, lines }) => {
    const isMargin = (line: string) =>
      line.length <= MAX_LENGTH && (FOOTER.test(line) || isRunning(occurrences.get(toKey(passage, line))));
    const removed = new Set(lines.filter(isMargin));
    if (removed.size === 0 || removed.size === new Set(lines).size) return passage;
    const text = passage.text
      .split('\n')
      .filter((line) => !removed.has(line.trim()))
      .join('\n');
    return { ...passage, text };
  });
}

/** Passages of a search overlap: a line that is only repeated with them has the same line beside it. */
function isRunning(occurrences: Occurrences | undefined): boolean {
  if (!occurrences) return false;
  return [occurrences.before, occurrences.after].some((beside) => {
    const filled = beside.filter(Boolean);
    return filled.length > 1 && new Set(filled).size === filled.length;
  });
}

function splitFilledLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

function listMarginIndexes(lines: readonly string[]): number[] {
  const indexes = lines.map((_, index) => index);
  return [...new Set([...indexes.slice(0, MARGIN_LINES), ...indexes.slice(-MARGIN_LINES)])];
}

/** Equal for the same line on other pages of the file, whatever its page number. */
function toKey({ source }: Passage, line: string): string {
  return `${source}\n${PAGE_WORD.test(line) ? line.replace(PAGE_LABEL, '#') : line}`;
}
