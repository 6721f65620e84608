import { countWords, parseDemoTextRequest, writeDemoText } from './demoText.ts';

describe('writing words for demonstration', () => {
  it('understands how many and about what', () => {
    expect(parseDemoTextRequest('Please write 1,500 words about remote work.')).toEqual({
      count: 1500,
      topic: 'remote work',
    });
    expect(parseDemoTextRequest('Write me a 200-word essay on bees')).toEqual({ count: 200, topic: 'bees' });
    expect(parseDemoTextRequest('write 999999 words about tea')?.count).toBe(20_000);
    expect(parseDemoTextRequest('Who can write about tea?')).toBeUndefined();
  });

  it.each([1, 7, 11, 59, 60, 61, 95, 333, 5000])('writes exactly %d words', (count) => {
    expect(countWords(writeDemoText({ count, topic: 'remote work' }))).toBe(count);
  });

  it('uses headings, a list, a table and code, and closes what it opens', () => {
    const text = writeDemoText({ count: 900, topic: 'remote work' });
    expect(text).toMatch(/^# Remote Work\n\n\*Demonstration text/);
    for (const sign of ['\n## ', '\n- ', '\n| --- |', '\n```ts\n']) expect(text).toContain(sign);
    expect((text.match(/^```/gm)?.length ?? 0) % 2).toBe(0);
  });

  it('writes the same again for the same words and seed, and other text for another seed', () => {
    const asked = { count: 300, topic: 'tea' };
    expect(writeDemoText(asked)).toBe(writeDemoText(asked));
    expect(writeDemoText({ ...asked, seed: 1 })).not.toBe(writeDemoText({ ...asked, seed: 2 }));
  });
});
