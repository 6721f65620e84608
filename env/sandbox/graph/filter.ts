import { graphErrors } from './errors.ts';
import type { Entity } from './odata.ts';

type Test = (entity: Entity) => boolean;

/** Inside an OData text a quote is doubled. */
const LETTERS = `(?:[^']|'')*`;
const TEXT = `'(${LETTERS})'`;
const STARTS_WITH = new RegExp(`^startswith\\(\\s*(\\w+)\\s*,\\s*${TEXT}\\s*\\)$`, 'i');
const EQUALS = new RegExp(`^(\\w+)\\s+eq\\s+(?:${TEXT}|(true|false))$`, 'i');

/**
 * Reads the part of `$filter` that AVA uses: `startswith(field,'text')`, `field eq 'text'`, `and`, `or` (without
 * brackets; `and` binds first). Throws Graph's 400 for anything else, so that nobody relies on a filter not applied.
 */
export function filterTest(filter: string): Test {
  const alternatives = splitOutsideTexts(filter, 'or').map((part) => splitOutsideTexts(part, 'and').map(comparison));
  return (entity) => alternatives.some((tests) => tests.every((test) => test(entity)));
}

/**
 * Reads `$search` on users: `"field:words"`, joined by OR or AND. A field fits when one of its words starts so.
 * Throws Graph's 400 for anything else.
 */
export function searchTest(search: string): Test {
  const joined = splitOutsideTexts(search.replaceAll("'", "''").replaceAll('"', "'"), 'OR');
  const alternatives = joined.map((part) => splitOutsideTexts(part, 'AND').map(searchClause));
  return (entity) => alternatives.some((tests) => tests.every((test) => test(entity)));
}

/** Whether each word typed begins a word of the text, accents and case aside. */
export function wordStarts(text: unknown, typed: string): boolean {
  const words = wordsIn(String(text ?? ''));
  return wordsIn(typed).every((part) => words.some((word) => word.startsWith(part)));
}

function comparison(text: string): Test {
  const starts = STARTS_WITH.exec(text);
  if (starts) return (entity) => folded(String(entity[field(starts[1])] ?? '')).startsWith(folded(unquoted(starts[2])));
  const equals = EQUALS.exec(text);
  if (!equals) throw graphErrors.badRequest(`Invalid filter clause: '${text}'.`);
  const wanted = equals[3] ?? unquoted(equals[2]);
  return (entity) => folded(String(entity[field(equals[1])] ?? '')) === folded(wanted);
}

function searchClause(text: string): Test {
  const [, name, typed] = /^'(\w+):(.*)'$/.exec(text) ?? [];
  if (!name || !typed) throw graphErrors.badRequest(`Syntax error in '$search' at: ${text}. Use "property:value".`);
  return (entity) => wordStarts(entity[name], unquoted(typed));
}

function splitOutsideTexts(text: string, word: string): string[] {
  const parts: string[] = [''];
  for (const piece of text.split(new RegExp(`('${LETTERS}'|\\s+${word}\\s+)`, 'i'))) {
    if (piece.trim().toLowerCase() === word.toLowerCase()) parts.push('');
    else parts[parts.length - 1] += piece;
  }
  return parts.map((part) => part.trim());
}

function field(name: string | undefined): string {
  return name ?? '';
}

function unquoted(text: string | undefined): string {
  return (text ?? '').replaceAll("''", "'");
}

function folded(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
}

function wordsIn(text: string): string[] {
  return folded(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}
