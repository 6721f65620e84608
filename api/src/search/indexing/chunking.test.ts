import type { Location } from '#contract/files/locations.ts';
import { splitIntoChunks } from './chunking.ts';

const makePage = (number: number): Location => ({ kind: 'page', page: number });
const makeSentence = (index: number) =>
  `The committee decided item ${index} after a long talk about its cost and its use. `;
const makeText = (count: number) => Array.from({ length: count }, (_, index) => makeSentence(index)).join('');

describe('splitting a file into chunks', () => {
  it('keeps a short page as one chunk and skips an empty page', () => {
    const parts = [
      { location: makePage(1), text: 'Travel is booked two weeks ahead.' },
      { location: makePage(2), text: ' \n— \n' },
      { location: makePage(3), text: 'Hotels cost at most 140 a night.' },
    ];
    expect([...splitIntoChunks({ parts })].map(({ part, location, body }) => [part, location, body])).toEqual([
      [0, makePage(1), 'Travel is booked two weeks ahead.'],
      [2, makePage(3), 'Hotels cost at most 140 a night.'],
    ]);
  });

  it('splits a long page between sentences without losing text', () => {
    const text = makeText(60);
    const chunks = [...splitIntoChunks({ parts: [{ location: makePage(4), text }] })];
    expect(chunks.length).toBeGreaterThan(3);
    let joined = '';
    for (const chunk of chunks) {
      expect(chunk.body).toBe(text.slice(chunk.charFrom, chunk.charTo));
      expect(chunk.body.length).toBeLessThanOrEqual(1_400);
      expect(chunk.body).toMatch(/^The committee/);
      expect(chunk.charFrom + chunk.overlap).toBe(joined.length);
      joined += chunk.body.slice(chunk.overlap);
    }
    expect(joined).toBe(text);
  });

  it('repeats a short last sentence in the next chunk', () => {
    const [first, second] = [...splitIntoChunks({ parts: [{ location: makePage(1), text: makeText(30) }] })];
    expect(second?.overlap).toBeGreaterThan(0);
    expect(first?.body.endsWith(second?.body.slice(0, second.overlap) ?? '-')).toBe(true);
  });

  it.each(['x', '界', '😀'])('splits a text of %s without spaces, and never inside a character', (character) => {
    const chunks = [...splitIntoChunks({ parts: [{ location: makePage(1), text: `1${character.repeat(4_000)}` }] })];
    for (const { body } of chunks) expect(body.isWellFormed()).toBe(true);
    expect(chunks.length).toBeGreaterThan(character === '😀' ? 0 : 2);
    expect(Math.max(...chunks.map(({ body }) => body.length))).toBeLessThanOrEqual(1_400);
  });
});
