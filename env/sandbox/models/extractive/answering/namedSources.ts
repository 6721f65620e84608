import type { Passage } from '#sandbox/models/extractive/text/passageParser.ts';

/** A shorter name is also an ordinary word: `Plan.pdf`. */
const MIN_NAME_LENGTH = 6;

/** A file's name without its extension. */
export function removeExtension(name: string): string {
  return name.replace(/\.\w{1,5}$/, '');
}

/**
 * If a question names some of the files ("What does Audit Letter 2025 say about advances?"), the question without their
 * names, and only their passages; otherwise both unchanged.
 */
export function selectNamedSources(passages: Passage[], question: string): { passages: Passage[]; question: string } {
  const sources = [...new Set(passages.map(({ source }) => source))];
  let rest = question;
  const named = sources.filter((source) => {
    const found = findName(rest, source);
    if (!found) return false;
    rest = `${rest.slice(0, found.start)}the text${rest.slice(found.end)}`;
    return true;
  });
  if (named.length === 0) return { passages, question };
  return { passages: passages.filter(({ source }) => named.includes(source)), question: rest };
}

/**
 * Without its extension, a name is mostly a subject ("Who designed Alderwick Bridge?"), so the question must say that it
 * means the file: "What does Alderwick Bridge say about …", "According to Alderwick Bridge, …".
 */
function findName(question: string, source: string): { start: number; end: number } | undefined {
  const bareName = removeExtension(source);
  if (bareName.length < MIN_NAME_LENGTH) return undefined;
  const fullStart = question.toLowerCase().indexOf(source.toLowerCase());
  if (fullStart >= 0) return { start: fullStart, end: fullStart + source.length };
  const start = question.indexOf(bareName);
  const end = start + bareName.length;
  const isSource =
    /^ (?:say|mention|state|tell)/.test(question.slice(end)) ||
    /according to (?:the )?$/i.test(question.slice(0, start));
  return start >= 0 && isSource ? { start, end } : undefined;
}
