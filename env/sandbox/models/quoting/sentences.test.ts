import { splitPassages } from './sentences.ts';

const toPassage = (text: string, page = 1, source = 'Guide.pdf') => ({ n: page, source, place: `page ${page}`, text });
const split = (text: string) => splitPassages([toPassage(text)]).map((sentence) => sentence.text);
const splitWithHeaders = (text: string) =>
  splitPassages([toPassage(text)]).map(({ text: quoted, header }) => [quoted, header]);

describe('splitting sentences', () => {
  it.each([
    ['titles', 'Dr. Brandt met Mr. Okafor. They agreed.', ['Dr. Brandt met Mr. Okafor.', 'They agreed.']],
    [
      'initials',
      'The plan of J. K. Moreau passed. All were glad.',
      ['The plan of J. K. Moreau passed.', 'All were glad.'],
    ],
    ['decimals', 'It grew by 3.5 to 4.25. Version 2.0 came out.', ['It grew by 3.5 to 4.25.', 'Version 2.0 came out.']],
    ['references', 'See Fig. 3 and No. 7 of it. Was it good?', ['See Fig. 3 and No. 7 of it.', 'Was it good?']],
    ['punctuation without spaces', '一つ目です。二つ目です！', ['一つ目です。', '二つ目です！']],
  ])('handles %s', (_, text, sentences) => {
    expect(split(text)).toEqual(sentences);
  });

  it('splits a very long sentence into readable parts without losing a word', () => {
    const run = Array.from({ length: 400 }, (_, index) => `entry${index};`).join(' ');
    const parts = split(run);
    expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(600);
    expect(parts.join(' ')).toBe(run);
  });
});

describe('splitting the text of a file', () => {
  it('joins the lines of a sentence and the parts of words that were cut at the end of a line', () => {
    expect(split('The reim-\nbursement of the whole cost is paid with the next\nsalary. It is a rule.')).toEqual([
      'The reimbursement of the whole cost is paid with the next salary.',
      'It is a rule.',
    ]);
  });

  it('does not quote headings, page numbers and rulers', () => {
    expect(
      split('Annual leave\nEveryone has 28 days of leave.\n- 12 -\nStaff guide, page 3\n## Travel\nTrains first.'),
    ).toEqual(['Everyone has 28 days of leave.', 'Trains first.']);
  });

  it('does not quote a running header, but a line that is equal in another file', () => {
    const pages = [1, 2].map((page) => toPassage(`Northwind staff guide\nRule ${page} holds.`, page));
    expect(splitPassages(pages).map(({ text }) => text)).toEqual(['Rule 1 holds.', 'Rule 2 holds.']);
    const slides = ['Q1.pptx', 'Q2.pptx'].map((name) => toPassage('The order book is full', 1, name));
    expect(splitPassages(slides)).toHaveLength(2);
  });

  it('keeps the line that introduces a list with each item', () => {
    const header = 'New starters receive:';
    expect(splitWithHeaders(`${header}\n- a laptop\n- a headset with\n  a long cable\n3) a key\nAll sign.`)).toEqual([
      ['a laptop', header],
      ['a headset with a long cable', header],
      ['a key', header],
      ['All sign.', ''],
    ]);
  });

  it('keeps the names of its columns with each row of a table', () => {
    const table = '| Item | Price |\n| --- | ---: |\n| Desk | 200 |\n| Chair | 90 |\nPrices are in crowns.';
    expect(splitWithHeaders(table)).toEqual([
      ['Desk | 200', 'Item | Price'],
      ['Chair | 90', 'Item | Price'],
      ['Prices are in crowns.', ''],
    ]);
    expect(split('Marketing\t0.9 million')).toEqual(['Marketing | 0.9 million']);
    expect(split('Design 2.3 million\nEngineering 3.8 million\nMarketing 0.9 million')).toHaveLength(3);
  });
});
