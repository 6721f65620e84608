import { parseSync } from '@swc/core';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { analyse } from 'scslre';
import { findSlowInput } from '#tests/harness/hostile/slowRegExp.ts';

const root = resolve(import.meta.dirname, '../..');

interface FoundExpression {
  file: string;
  /** `/source/flags`, or `new RegExp` if it is built at run time. */
  text: string;
  /** null if it is built at run time. */
  pattern: RegExp | null;
}

/** Expressions that cannot be checked or are not linear, by file and text, with the reason why they are safe. */
const allowed: Readonly<Record<string, string>> = {
  'tab/src/features/workspace/viewer/findInText.rules.ts new RegExp':
    'Words of a quote of at most 320 characters, all escaped, with blanks between them.',
  'tab/src/ui/markdown/lineSyntax.ts /[\\r\\n]+$/': 'A head of a line: 300 characters.',
  'tab/src/ui/markdown/lineSyntax.ts /^( {0,3})(`{3,}|~{3,})[ \\t]*([^\\s]*)(.*)$/':
    'A head of a line: 300 characters.',
  'tab/src/ui/markdown/codeBlock.ts new RegExp': 'Blanks at the start of each line, at most 3 of them.',
  'api/contract/text/tokens.ts new RegExp': 'A constant: three classes that share no character, each repeated once.',
};

function listSources(): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', 'api/*.ts', 'bot/*.ts', 'tab/src/*.ts', 'tab/src/*.tsx']; // prettier-ignore
  const listed = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim().split('\n');
  return [...new Set(listed)].filter((file) => !/\.test\.tsx?$/.test(file) && existsSync(join(root, file)));
}

function listExpressions(file: string): FoundExpression[] {
  const found: FoundExpression[] = [];
  const text = readFileSync(join(root, file), 'utf8');
  walk(parseSync(text, { syntax: 'typescript', tsx: file.endsWith('x') }), (node) => {
    if (node['type'] === 'RegExpLiteral') {
      const pattern = new RegExp(String(node['pattern']), String(node['flags']));
      found.push({ file, text: String(pattern), pattern });
    } else if ((node['callee'] as Node | undefined)?.['value'] === 'RegExp') {
      found.push({ file, text: 'new RegExp', pattern: null });
    }
  });
  return found;
}

type Node = Record<string, unknown>;

function walk(value: unknown, visit: (node: Node) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) visit(value as Node);
  for (const inner of Object.values(value)) walk(inner, visit);
}

const isAllowed = ({ file, text }: FoundExpression) => `${file} ${text}` in allowed;
const found = listSources().flatMap(listExpressions);
const checked = found.filter((expression) => !isAllowed(expression));

it('finds the regular expressions of the project', () => {
  expect(found.length).toBeGreaterThan(100);
});

it('no expression is built at run time without a stated reason', () => {
  expect(checked.filter(({ pattern }) => pattern === null)).toEqual([]);
});

/** @proves threat:regular-expressions */
it('no expression backtracks over more than a bounded part of its text', () => {
  const slow = checked.filter(({ pattern }) => pattern && analyse(pattern, { maxReports: 1 }).reports.length > 0);
  expect(slow.map(({ file, text }) => `${file} ${text}`)).toEqual([]);
});

/** @proves threat:regular-expressions */
it('no expression is slow on repeated pieces of its pattern', () => {
  const slow = checked.flatMap(({ file, text, pattern }) => {
    const attack = pattern && findSlowInput(pattern);
    return attack ? [`${file} ${text}: ${attack}`] : [];
  });
  expect(slow).toEqual([]);
});

it('every exception is still necessary', () => {
  const texts = new Set(found.map(({ file, text }) => `${file} ${text}`));
  expect(Object.keys(allowed).filter((key) => !texts.has(key))).toEqual([]);
});

it.each([/(a|a)*$/, /\s+$/, /<at[^>]*>/, /\[[^\]]+\]/])('detects the slow expression %s', (pattern) => {
  expect(analyse(pattern, { maxReports: 1 }).reports.length > 0 || findSlowInput(pattern) !== null).toBe(true);
});
