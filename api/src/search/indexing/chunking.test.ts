import type { Location } from '../../../contract/locations.ts';
import { splitIntoChunks } from './chunking.ts';

const page = (number: number): Location => ({ kind: 'page', page: number });
const sentence = (at: number) => `The committee decided item ${at} after a long talk about its cost and its use. `;
const prose = (count: number) => Array.from({ length: count }, (_, at) => sentence(at)).join('');

describe('cutting a file into chunks', () => {
  it('leaves a page of moderate length whole and an empty page out', () => {
    const parts = [
      { location: page(1), text: 'Travel is booked two weeks ahead.' },
      { location: page(2), text: ' \n— \n' },
      { location: page(3), text: 'Hotels cost at most 140 a night.' },
    ];
    expect([...splitIntoChunks({ parts })].map(({ part, location, body }) => [part, location, body])).toEqual([
      [0, page(1), 'Travel is booked two weeks ahead.'],
      [2, page(3), 'Hotels cost at most 140 a night.'],
    ]);
  });

  it('cuts a long page between sentences; together the chunks say all of it, in order', () => {
    const text = prose(60);
    const chunks = [...splitIntoChunks({ parts: [{ location: page(4), text }] })];
    expect(chunks.length).toBeGreaterThan(3);
    let said = '';
    for (const chunk of chunks) {
      expect(chunk.body).toBe(text.slice(chunk.charFrom, chunk.charTo));
      expect(chunk.body.length).toBeLessThanOrEqual(1_400);
      expect(chunk.body).toMatch(/^The committee/);
      expect(chunk.charFrom + chunk.shared).toBe(said.length);
      said += chunk.body.slice(chunk.shared);
    }
    expect(said).toBe(text);
  });

  it('says the last sentence again where it is short', () => {
    const [first, second] = [...splitIntoChunks({ parts: [{ location: page(1), text: prose(30) }] })];
    expect(second?.shared).toBeGreaterThan(0);
    expect(first?.body.endsWith(second?.body.slice(0, second.shared) ?? '-')).toBe(true);
  });

  it.each(['x', '界', '😀'])('cuts a text without blanks or stops, of %s, and never through a character', (sign) => {
    const chunks = [...splitIntoChunks({ parts: [{ location: page(1), text: `1${sign.repeat(4_000)}` }] })];
    for (const { body } of chunks) expect(body.isWellFormed()).toBe(true);
    expect(chunks.length).toBeGreaterThan(sign === '😀' ? 0 : 2);
    expect(Math.max(...chunks.map(({ body }) => body.length))).toBeLessThanOrEqual(1_400);
  });
});
