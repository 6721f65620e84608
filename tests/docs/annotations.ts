/**
 * A line above a test or a group of tests says what the test asserts. The generated pages name the test beside:
 *
 * - `@proves threat:ID call:NAME limit:NAME`: a threat of `threats.ts`, an endpoint, a constant of `limits.ts`
 * - `@shows SENTENCE`: a sentence of `specifiedSentences.ts`
 *
 * The annotations are read without running a test; this relies on Prettier's layout.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#tests/sourceImports.ts';

export interface Proof {
  /** What the test asserts, such as `threat:tokens`, or `text:` and a sentence. */
  claim: string;
  file: string;
  /** With the titles of the groups around the test. Empty if the annotation is not above a test. */
  title: string;
  /** The test, its table, and what they use of the same file. */
  source: string;
}

const ANNOTATION = /^( *)\/\*\* @(proves|shows) (.+) \*\/$/;
const TITLE = /^(?:it|describe)(?:\.each\b[\s\S]*?\))?\(\s*(['"`])((?:\\.|(?!\1).)*)\1,/;
const END = /^[\])}].*;$/;

export function readProofs(): Proof[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '*.test.ts', '*.test.tsx'];
  const files = [...new Set(execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim().split('\n'))].toSorted();
  const existing = files.filter((file) => existsSync(join(root, file)));
  return existing.flatMap((file) => parseProofs(file, readFileSync(join(root, file), 'utf8')));
}

export function parseProofs(file: string, text: string): Proof[] {
  const lines = text.split('\n');
  const isCode = (line: string) => !ANNOTATION.test(line);
  const code = lines.filter(isCode).join('\n');
  return lines.flatMap((line, index) => {
    const [, indent = '', tag, rest = ''] = ANNOTATION.exec(line) ?? [];
    if (tag === undefined) return [];
    const start = lines.findIndex((other, at) => at > index && isCode(other));
    const isEnd = (other: string) => other.startsWith(indent) && END.test(other.slice(indent.length));
    const length = lines.slice(start).findIndex(isEnd) + 1;
    const test = lines.slice(start, start + length).filter(isCode).join('\n').slice(indent.length); // prettier-ignore
    const title = readTitle(test);
    const groups = title === '' ? [] : findGroups(lines.slice(0, index), indent.length);
    const claims = tag === 'shows' ? [`text:${rest}`] : rest.split(' ');
    return claims.map((claim) => ({
      claim,
      file,
      title: [...groups, title].join(' › '),
      source: addUsedCode(test, code),
    }));
  });
}

const readTitle = (test: string) => TITLE.exec(test)?.[2]?.replace(/\\(.)/g, '$1') ?? '';

/** The titles of the groups that are open at the end of these lines, outermost first. */
function findGroups(lines: readonly string[], indent: number): string[] {
  if (indent === 0) return [];
  const start = lines.findLastIndex((line) => /^ *describe\b/.test(line) && line.search(/\S/) < indent);
  if (start < 0) return [];
  const group = lines.slice(start).join('\n').trimStart();
  return [...findGroups(lines.slice(0, start), lines[start]?.search(/\S/) ?? 0), readTitle(group)];
}

/** Adds the constants and functions of the file that a test uses, directly or not, and what runs before each test. */
function addUsedCode(test: string, text: string): string {
  const parts = text.split(/\n(?=[a-z])/).filter((part) => !/^(import|it|describe)\b/.test(part));
  const unused = new Set(parts);
  let source = test;
  for (let size = -1; size !== unused.size;) {
    size = unused.size;
    for (const part of unused) {
      const [, name] = /^(?:export )?(?:async )?(?:const|let|function\*?|class) (\w+)/.exec(part) ?? [];
      if (name !== undefined && !new RegExp(`\\b${name}\\b`).test(source)) continue;
      source += `\n${part}`;
      unused.delete(part);
    }
  }
  return source;
}
