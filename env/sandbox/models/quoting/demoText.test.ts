import { countWords, parseDemoTextRequest, writeDemoText } from './demoText.ts';

describe('demonstration text', () => {
  it('parses the number of words and the topic', () => {
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

  it('contains headings, a list, a table and a closed code block', () => {
    const text = writeDemoText({ count: 900, topic: 'remote work' });
    expect(text).toMatch(/^# Remote Work\n\n\*Demonstration text/);
    for (const markup of ['\n## ', '\n- ', '\n| --- |', '\n```ts\n']) expect(text).toContain(markup);
    expect((text.match(/^```/gm)?.length ?? 0) % 2).toBe(0);
  });

  it('is the same for the same request and seed, and differs for another seed', () => {
    const request = { count: 300, topic: 'tea' };
    expect(writeDemoText(request)).toBe(writeDemoText(request));
    expect(writeDemoText({ ...request, seed: 1 })).not.toBe(writeDemoText({ ...request, seed: 2 }));
  });
});
