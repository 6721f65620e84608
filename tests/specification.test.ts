import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { endpoints } from '#contract/endpoints.ts';
import * as limits from '#contract/limits.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');

/** Rows of the tables of docs/specification.md below a heading, as the texts of their cells without backticks. */
function listRows(heading: string, columns: readonly string[]): string[][] {
  const page = read('docs/specification.md');
  const start = page.indexOf(`\n## ${heading}\n`);
  const end = page.indexOf('\n## ', start + 1);
  const section = page.slice(start, end < 0 ? undefined : end);
  const tables = section.split(/\n\n/).filter((part) => part.startsWith('|'));
  return tables
    .map((table) => table.split('\n').map((line) => line.split('|').slice(1, -1).map(toText)))
    .filter(([head = []]) => head.join() === columns.join())
    .flatMap((lines) => lines.slice(2).filter((cells) => cells.length === columns.length));
}

function toText(cell: string): string {
  return cell.trim().replace(/^`(.*)`$/, '$1');
}

/** Parameters have other names in the specification. */
function normalize(path: string): string {
  return path.replace(/\{\w+\}/g, '{}').replace(/(.)\/$/, '$1');
}

const SHORT = 15;

/** Whether a source contains a sentence; `{…}` stands for an expression or for any text. A short one must be the whole text. */
function contains(source: string, sentence: string): boolean {
  const text = source.replaceAll("\\'", "'").replaceAll('\\"', '"');
  if (sentence.length < SHORT && !sentence.includes('{'))
    return [`'${sentence}'`, `"${sentence}"`, `\`${sentence}\``].some((quoted) => text.includes(quoted));
  const [first = '', ...rest] = sentence.split(/\{[^}]*\}/).map((part) => part.trim());
  let from = text.indexOf(first);
  for (const part of rest) {
    if (from < 0) return false;
    from = text.indexOf(part, from);
  }
  return from >= 0;
}

/** Whether a test has the words of a sentence, or the name under which the file keeps it. */
function isChecked(test: string, file: string, sentence: string): boolean {
  const parts = sentence.split(/\{[^}]*\}/).map((part) => part.trim());
  const source = read(test).replaceAll("\\'", "'");
  if (parts.every((part) => source.includes(part))) return true;
  const [name] = read(file).match(new RegExp(`\\w+(?=: .{0,60}${escapeRegex(parts.find(Boolean) ?? '')})`)) ?? [];
  return name !== undefined && new RegExp(`exts(\\.\\w+)*\\.${name}\\b`).test(source);
}

function escapeRegex(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

const sentenceColumns = ['Sentence', 'Said in', 'Checked by'];

describe('docs/specification.md', () => {
  const calls = listRows('Calls', ['Call', 'Endpoint', 'Defined in', 'Checked by']);

  it('lists each of the 77 calls once, as the contract defines them', () => {
    expect(new Set(calls.map(([call = '']) => normalize(call))).size).toBe(77);
    for (const [call = '', name = ''] of calls) {
      const { method, path } = endpoints[name] ?? {};
      expect(`${method} ${normalize(path ?? '')}`).toBe(normalize(call));
    }
  });

  it.each(calls)('%s is defined and tested where it says', (_call, name, file, test) => {
    expect(read(file ?? '')).toContain(`export const ${name} = endpoint(`);
    expect(read(test ?? '')).toMatch(new RegExp(`\\b${name}\\b`));
  });

  const sentences = listRows('Sentences', sentenceColumns);

  it('lists sentences', () => expect(sentences.length).toBeGreaterThan(150));

  it.each(sentences)('“%s” is said in %s', (sentence = '', file = '', test = '') => {
    expect({ sentence, isSaid: contains(read(file), sentence) }).toEqual({ sentence, isSaid: true });
    if (test !== '–')
      expect({ sentence, test, isChecked: isChecked(test, file, sentence) }).toMatchObject({ isChecked: true });
  });

  it.each(listRows('Sentences', ['Specified', 'AVA says', 'Said in']))(
    'instead of “%s”, “%s” is said',
    (_specified, sentence = '', file = '') => expect(contains(read(file), sentence)).toBe(true),
  );

  const numbers = listRows('Numbers', ['Rule', 'Value', 'Constant']);

  it.each(numbers)('%s: %s', (_rule, value = '', name = '') => {
    expect(JSON.stringify((limits as Record<string, unknown>)[name])).toBe(value);
  });

  it.each(listRows('Numbers', ['Rule', 'Code', 'File']))('%s: %s', (_rule, code = '', file = '') => {
    expect(read(file)).toContain(code);
  });

  it('lists numbers', () => expect(numbers.length).toBeGreaterThan(45));
});
