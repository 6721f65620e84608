import { parseSentences, splitSentences } from './sentences.ts';

const getTexts = (text: string) => parseSentences(text).map((sentence) => sentence.text);

describe('splitting sentences', () => {
  it.each([
    ['titles', 'Dr. Brandt met Mr. Okafor. They agreed.', ['Dr. Brandt met Mr. Okafor.', 'They agreed.']],
    [
      'initials',
      'The plan of J. K. Moreau passed. All were glad.',
      ['The plan of J. K. Moreau passed.', 'All were glad.'],
    ],
    [
      'decimals and versions',
      'It grew by 3.5 to 4.25. Version 2.0 came out.',
      ['It grew by 3.5 to 4.25.', 'Version 2.0 came out.'],
    ],
    ['references', 'See Fig. 3 and No. 7. Was it good?', ['See Fig. 3 and No. 7.', 'Was it good?']],
    [
      'inner abbreviations',
      'Costs, i.e. rent, rise, e.g. in May. Nobody objects.',
      ['Costs, i.e. rent, rise, e.g. in May.', 'Nobody objects.'],
    ],
    [
      'abbreviations that end a sentence',
      'It closes at 5 p.m. The guard leaves.',
      ['It closes at 5 p.m.', 'The guard leaves.'],
    ],
    ['abbreviations inside a sentence', 'Acme Inc. Europe won. It paid.', ['Acme Inc. Europe won.', 'It paid.']],
    ['German ordinals', 'Fällig am 3. Oktober. Danach nicht.', ['Fällig am 3. Oktober.', 'Danach nicht.']],
    ['quotes', '"Is it so?" she asked. “Yes.” He left.', ['"Is it so?" she asked.', '“Yes.”', 'He left.']],
    ['punctuation without spaces', '一つ目です。二つ目です！', ['一つ目です。', '二つ目です！']],
    ['an ellipsis', 'Wait… what? Fine.', ['Wait… what?', 'Fine.']],
  ])('handles %s', (_, text, sentences) => {
    expect(splitSentences(text)).toEqual(sentences);
  });

  it('splits a very long sentence into readable parts without losing a word', () => {
    const run = Array.from({ length: 400 }, (_, index) => `entry${index};`).join(' ');
    const parts = splitSentences(run);
    expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(600);
    expect(parts.join(' ')).toBe(run);
  });
});

describe('parsing text from a PDF', () => {
  it('joins the lines of a sentence and the parts of hyphenated words', () => {
    const text = 'The reim-\nbursement of a well-\nknown cost is paid with the next\nsalary. It is a well-known rule.';
    expect(getTexts(text)).toEqual([
      'The reimbursement of a well-known cost is paid with the next salary.',
      'It is a well-known rule.',
    ]);
  });

  it('joins a sentence that continues on the next page, and removes the page number', () => {
    expect(getTexts('The notice period is\n\n- 12 -\n\nthree months for everyone.')).toEqual([
      'The notice period is three months for everyone.',
    ]);
  });

  it('joins a full line with a name at the start of the next line', () => {
    expect(getTexts('Journeys of more than a week are always approved by\nAda Moreau in person.')).toHaveLength(1);
  });

  it('separates the items of a list and keeps the line that introduces them', () => {
    const sentences = parseSentences('New starters receive:\n- a laptop\n- a headset with\n  a long cable\n3) a key');
    expect(sentences.map(({ text, kind, leadIn }) => [kind, text, leadIn])).toEqual([
      ['text', 'New starters receive:', ''],
      ['item', 'a laptop', 'New starters receive:'],
      ['item', 'a headset with a long cable', 'New starters receive:'],
      ['item', 'a key', 'New starters receive:'],
    ]);
  });

  it('detects a heading by its markup or position, and keeps it for the sentences below', () => {
    const plain = parseSentences('Annual leave\nEveryone has 28 days of leave in each calendar year.');
    const marked = parseSentences('## Annual leave\nEveryone has 28 days.');
    expect([plain, marked].map((sentences) => sentences.map(({ kind }) => kind))).toEqual([
      ['heading', 'text'],
      ['heading', 'text'],
    ]);
    expect([plain[1]?.heading, marked[1]?.heading]).toEqual(['Annual leave', 'Annual leave']);
  });

  it('separates the rows of a table and keeps the names of its columns', () => {
    const rows = parseSentences(
      '| Item | Price |\n| --- | ---: |\n| Desk | 200 |\n| Chair | 90 |\nPrices are in crowns.',
    );
    expect(rows.map(({ text, kind, leadIn }) => [kind, text, leadIn])).toEqual([
      ['heading', 'Item | Price', ''],
      ['row', 'Desk | 200', 'Item | Price'],
      ['row', 'Chair | 90', 'Item | Price'],
      ['text', 'Prices are in crowns.', ''],
    ]);
  });

  it('recognizes a row without outer bars, and the rows of a PDF, which have no separators', () => {
    expect(parseSentences('Marketing | 0.9 million').map(({ kind, text }) => [kind, text])).toEqual([
      ['row', 'Marketing | 0.9 million'],
    ]);
    const lines = 'Design 2.3 million\nEngineering 3.8 million\nMarketing 0.9 million';
    expect(parseSentences(lines).map(({ kind }) => kind)).toEqual(['row', 'row', 'row']);
  });
});
