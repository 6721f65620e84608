import { parseSections } from './sections.ts';

const getTexts = (html: string) => parseSections(html).map((part) => part.text);
const getPaths = (html: string) =>
  parseSections(html).map((part) => (part.location.kind === 'section' ? part.location.path : null));

describe('parsing the sections of a Word document', () => {
  it('puts text under the headings above it, outermost first', () => {
    const html = '<p>Before.</p><h1>Budget</h1><p>All.</p><h2>Travel</h2><p>Trains.</p><h1>Staff</h1><p>Four.</p>';
    expect(getPaths(html)).toEqual([[], ['Budget'], ['Budget', 'Travel'], ['Staff']]);
    expect(getTexts(html)).toEqual(['Before.', 'Budget\n\nAll.', 'Travel\n\nTrains.', 'Staff\n\nFour.']);
  });

  it('keeps a deeper heading under the nearest higher one when levels are skipped', () => {
    expect(getPaths('<h3>Deep</h3><p>a</p><h2>Less</h2><p>b</p><h3>Again</h3>')).toEqual([
      ['Deep'],
      ['Less'],
      ['Less', 'Again'],
    ]);
  });

  it('keeps lists readable, with their numbers and their depth', () => {
    const html = '<ol><li>Ask<ul><li>Ada</li><li>Ben</li></ul></li><li>Decide</li></ol><p>Done.</p>';
    expect(getTexts(html)).toEqual(['1. Ask\n  - Ada\n  - Ben\n2. Decide\n\nDone.']);
  });

  it('keeps table rows on one line, with paragraphs, breaks and tables inside cells', () => {
    const inner = '<table><tr><td>x</td><td>y</td></tr></table>';
    const html = `<table><tr><th><p>Name</p></th><th><p>Sum</p></th></tr><tr><td><p>Ada</p><p>Moreau</p></td><td>5<br />6 ${inner}</td></tr></table>`;
    expect(getTexts(html)).toEqual(['| Name | Sum |\n| Ada Moreau | 5 6 | x | y | |']);
  });

  it('decodes escaped characters and removes formatting', () => {
    expect(getTexts('<p>a &lt;b&gt; &amp;amp; <strong>&quot;c&quot;</strong><sup>2</sup></p>')).toEqual([
      'a <b> &amp; "c"2',
    ]);
  });

  it('puts footnotes into a separate section', () => {
    const html =
      '<h1>Law</h1><p>It holds<sup><a href="#footnote-1">[1]</a></sup>.</p>' +
      '<ol><li id="footnote-1"><p>Since 1998. <a href="#footnote-ref-1">↑</a></p></li></ol>';
    expect(getPaths(html)).toEqual([['Law'], ['Notes']]);
    expect(getTexts(html)).toEqual(['Law\n\nIt holds[1].', '1. Since 1998.']);
  });

  it('returns one part for a document without headings', () => {
    expect(parseSections('<p>One.</p><p>Two.</p>')).toEqual([{ location: { kind: 'whole' }, text: 'One.\n\nTwo.' }]);
  });

  it('leaves out elements without text', () => {
    expect(parseSections('<p></p><ul><li></li></ul><table><tr><td></td></tr></table><h1> </h1>')).toEqual([]);
  });
});
