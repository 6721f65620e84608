import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints } from '#contract/endpoints.ts';
import * as limits from '#contract/limits.ts';
import { root } from '#tests/sourceImports.ts';
import { parseProofs, type Proof } from './annotations.ts';
import { calls, code, numbers, pages, proofs, replaced, sentences } from './pages.ts';
import { threats } from './threats.ts';

it.each(Object.entries(pages))('docs/%s is what `npm run docs` writes', (name, page) => {
  expect(readFileSync(join(root, 'docs', name), 'utf8')).toBe(page);
});

describe('the specification', () => {
  it('has 77 calls, and the contract has all of them', () => {
    expect(new Set(calls.map(({ name }) => name)).size).toBe(77);
    expect(calls.filter(({ name }) => name === '')).toEqual([]);
  });

  it('has sentences, and AVA has each of them in the text or file that `specifiedSentences.ts` names', () => {
    expect(sentences.length).toBeGreaterThan(200);
    expect(sentences.filter(({ place }) => place === null)).toEqual([]);
    expect(replaced.filter(({ text }) => typeof text !== 'string')).toEqual([]);
  });

  it('has numbers, and the constants in the code have the same values', () => {
    expect(numbers.length).toBeGreaterThan(50);
    expect(numbers.map(({ value }) => value)).toEqual(numbers.map(({ specified }) => specified));
    expect(code.filter(({ isThere }) => !isThere)).toEqual([]);
  });
});

describe('an annotation', () => {
  it('is above a test, names something that exists, and the test uses it', () => {
    expect(proofs.length).toBeGreaterThan(500);
    expect(proofs.flatMap((proof) => findFault(proof) ?? [])).toEqual([]);
  });

  it('is found with the title of the test below it, its table, and what the test uses of its file', () => {
    const text = [
      "const rows = ['tea'];",
      "const unused = 'coffee';",
      '/** @proves threat:tokens call:getChat */',
      '/** @shows Failed to login */',
      "it.each(rows)('Ada’s %s', () => {",
      '  expect(1).toBe(1);',
      '});',
      '/** @shows Copied! */',
      'const alone = 1;',
    ].join('\n');
    const found = parseProofs('a.test.ts', text);
    expect(found.map(({ claim, title }) => [claim, title])).toEqual([
      ['threat:tokens', 'Ada’s %s'],
      ['call:getChat', 'Ada’s %s'],
      ['text:Failed to login', 'Ada’s %s'],
      ['text:Copied!', ''],
    ]);
    expect(found[0]?.source).toContain("['tea']");
    expect(found[0]?.source).not.toContain('coffee');
  });

  it.each([
    ['threat:unknown', 'it', 'names no threat'],
    ['call:getNothing', 'it', 'names no call'],
    ['call:getChat', 'ada.call(getChats)', 'the test does not call it'],
    ['limit:MAX_NOTHING', 'it', 'names no limit'],
    ['limit:TOAST_ERROR_MS', 'expect(waited).toBe(50_000)', 'the test does not use it'],
    ['text:Failed to dance', 'it', 'names no sentence of the specification'],
    ['text:Failed to login', "expect(texts).toEqual(['Failed'])", 'the test does not contain it'],
    ['tests:all', 'it', 'has an unknown kind'],
  ])('%s is refused: %s', (claim, source, fault) => {
    expect(findFault({ claim, source, file: 'a.test.ts', title: 'Ada' })).toContain(fault);
  });
});

it('every threat has a test', () => {
  const proved = new Set(proofs.map(({ claim }) => claim));
  const ids = Object.values(threats).flatMap((group) => Object.keys(group));
  expect(ids.filter((id) => !proved.has(`threat:${id}`))).toEqual([]);
});

/** Says what is wrong with an annotation, or null. */
function findFault({ claim, file, title, source }: Proof): string | null {
  const kind = claim.slice(0, claim.indexOf(':'));
  const name = claim.slice(kind.length + 1);
  const where = `${file} › ${title}: ${claim}`;
  if (title === '') return `${where} is not above a test`;
  if (kind === 'threat')
    return Object.values(threats).some((group) => name in group) ? null : `${where} names no threat`;
  if (kind === 'call') {
    if (!(name in endpoints)) return `${where} names no call`;
    return hasWord(source, name) ? null : `${where}: the test does not call it`;
  }
  if (kind === 'limit') {
    const value = (limits as Record<string, unknown>)[name];
    if (value === undefined) return `${where} names no limit`;
    const isUsed = hasWord(source, name) || hasWord(source.replace(/(?<=\d)_(?=\d)/g, ''), JSON.stringify(value));
    return isUsed || typeof value === 'object' ? null : `${where}: the test does not use it`;
  }
  if (kind === 'text') {
    const place = sentences.find(({ sentence }) => sentence === name)?.place;
    if (!place) return `${where} names no sentence of the specification`;
    const words = source.replace(/\\(.)/g, '$1');
    const isSaid = name.split(/\{\w+\}/).every((part) => words.includes(part)) || hasWord(source, place.key);
    return isSaid ? null : `${where}: the test does not contain it`;
  }
  return `${where} has an unknown kind`;
}

function hasWord(text: string, word: string): boolean {
  return word !== '' && new RegExp(`(?<!\\w|\\d\\.)${word.replace(/[.]/g, '\\.')}(?!\\w)`).test(text);
}
