import { removePassages, parsePassages } from './passages.ts';

describe('parsing passages', () => {
  it('parses number, source, location and text, and decodes entities', () => {
    const text =
      'Use these.\n<passage n="3" source="R&D &quot;plan&quot;.pdf" place="page 12">a &lt; b</passage> Thanks.';
    expect(parsePassages(text)).toEqual([{ n: 3, source: 'R&D "plan".pdf', place: 'page 12', text: 'a < b' }]);
    expect(removePassages(text)).toBe('Use these.\n  Thanks.');
  });

  it('removes the heading above passages, so that a question in the same message begins with its own words', () => {
    const text = 'The files of this conversation:\n<passage n="1" source="a.pdf" place="page 1">x</passage>\n\nWho?';
    expect(removePassages(text)).toBe('Who?');
  });

  it('accepts attributes in any order, a missing number and a truncated passage', () => {
    const text = '<passage place="slide 2" n="1">one</passage><passage source="Notes.txt">two';
    expect(parsePassages(text)).toEqual([
      { n: 1, source: '', place: 'slide 2', text: 'one' },
      { n: undefined, source: 'Notes.txt', place: '', text: 'two' },
    ]);
  });

  it('finds no passage in a prompt that mentions the tags', () => {
    const prompt = 'Text between <passage> tags comes from files.\nPut its number in square brackets.';
    expect(parsePassages(prompt)).toEqual([]);
    expect(removePassages(prompt)).toBe(prompt);
  });
});
