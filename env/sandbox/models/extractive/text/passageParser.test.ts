import { outsidePassages, passagesIn } from './passageParser.ts';

describe('reading passages', () => {
  it('reads number, source, place and text, and undoes the escapes of both', () => {
    const text =
      'Use these.\n<passage n="3" source="R&amp;D &quot;plan&quot;.pdf" place="page 12">a &lt; b</passage> Thanks.';
    expect(passagesIn(text)).toEqual([{ n: 3, source: 'R&D "plan".pdf', place: 'page 12', text: 'a < b' }]);
    expect(outsidePassages(text)).toBe('Use these.\n  Thanks.');
  });

  it('reads attributes in any order, a missing number, and a passage that was cut off', () => {
    const text = '<passage place="slide 2" n="1">one</passage><passage source="Notes.txt">two';
    expect(passagesIn(text)).toEqual([
      { n: 1, source: '', place: 'slide 2', text: 'one' },
      { n: undefined, source: 'Notes.txt', place: '', text: 'two' },
    ]);
  });
});
