import { graphErrors } from './graphErrors.ts';
import type { Entity } from './odata.ts';

type Test = (entity: Entity) => boolean;

/** Inside an OData string a quote is doubled. */
const CHARACTERS = `(?:[^']|'')*`;
const TEXT = `'(${CHARACTERS})'`;
const STARTS_WITH = new RegExp(`^startswith\\(\\s*(\\w+)\\s*,\\s*${TEXT}\\s*\\)$`, 'i');
const EQUALS = new RegExp(`^(\\w+)\\s+eq\\s+(?:${TEXT}|(true|false))$`, 'i');

/**
 * Parses the part of `$filter` that AVA uses: `startswith(field,'text')`, `field eq 'text'`, `and`, `or` (without
 * parentheses; `and` has precedence). Throws Graph's 400 for anything else, so that no filter is silently ignored.
 */
export function parseFilter(filter: string): Test {
  const alternatives = splitOutsideQuotes(filter, 'or').map((part) =>
    splitOutsideQuotes(part, 'and').map(parseComparison),
  );
  return (entity) => alternatives.some((tests) => tests.every((test) => test(entity)));
}

/**
 * Parses `$search` on users: `"field:words"`, joined by OR or AND. A field matches if each search word is the start of
 * one of its words. Throws Graph's 400 for anything else.
 */
export function parseSearch(search: string): Test {
  const parts = splitOutsideQuotes(search.replaceAll("'", "''").replaceAll('"', "'"), 'OR');
  const alternatives = parts.map((part) => splitOutsideQuotes(part, 'AND').map(parseSearchClause));
  return (entity) => alternatives.some((tests) => tests.every((test) => test(entity)));
}

/** Whether each search word is the start of a word of the text, ignoring accents and case. */
export function matchesWordStarts(text: unknown, searchWords: string): boolean {
  const words = splitWords(String(text ?? ''));
  return splitWords(searchWords).every((start) => words.some((word) => word.startsWith(start)));
}

function parseComparison(text: string): Test {
  const startsWith = STARTS_WITH.exec(text);
  if (startsWith) {
    const [, field = '', prefix = ''] = startsWith;
    return (entity) => normalize(String(entity[field] ?? '')).startsWith(normalize(unquote(prefix)));
  }
  const equals = EQUALS.exec(text);
  if (!equals) throw graphErrors.badRequest(`Invalid filter clause: '${text}'.`);
  const [, field = '', quoted = '', keyword] = equals;
  const value = keyword ?? unquote(quoted);
  return (entity) => normalize(String(entity[field] ?? '')) === normalize(value);
}

function parseSearchClause(text: string): Test {
  const [, name, words] = /^'(\w+):(.*)'$/.exec(text) ?? [];
  if (!name || !words) throw graphErrors.badRequest(`Syntax error in '$search' at: ${text}. Use "property:value".`);
  return (entity) => matchesWordStarts(entity[name], unquote(words));
}

function splitOutsideQuotes(text: string, operator: string): string[] {
  const parts: string[] = [''];
  for (const token of text.split(new RegExp(`('${CHARACTERS}'|\\s+${operator}\\s+)`, 'i'))) {
    if (token.trim().toLowerCase() === operator.toLowerCase()) parts.push('');
    else parts[parts.length - 1] += token;
  }
  return parts.map((part) => part.trim());
}

function unquote(text: string): string {
  return text.replaceAll("''", "'");
}

function normalize(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
}

function splitWords(text: string): string[] {
  return normalize(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}
