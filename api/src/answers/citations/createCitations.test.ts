import type { Passage } from '#api/answers/prompt/passages.ts';
import { createCitations } from './createCitations.ts';

function createPassage(number: number, text: string, fields: Partial<Passage> = {}): Passage {
  return {
    number,
    fileId: `f${number}`,
    fileName: `File ${number}.pdf`,
    fileType: 'PDF',
    location: { kind: 'page', page: number },
    text,
    link: null,
    lastModified: null,
    site: null,
    ...fields,
  };
}

const budget = createPassage(
  7,
  'Costs of the year.\nThe budget for travel is forty thousand\neuros. Rent stays as it was. Nothing else changes.',
);

it('finds file, location and excerpt for each number of an answer', () => {
  expect(
    createCitations('The travel budget is forty thousand euros [1].', [7], [createPassage(3, 'Other.'), budget]),
  ).toEqual([
    {
      number: 1,
      fileid: 'f7',
      filename: 'File 7.pdf',
      pagenumber: 7,
      location: 'page 7',
      datatype: 'PDF',
      link: null,
      lastModified: null,
      quote: 'The budget for travel is forty thousand euros.',
      site: null,
      standing: 'holds',
    },
  ]);
});

it('names the page as it is printed, and keeps its number in the file', () => {
  const preface = { ...budget, location: { kind: 'page', page: 4, label: 'iv' } } as const;
  expect(createCitations('The travel budget is forty thousand euros [1].', [7], [preface])).toMatchObject([
    { pagenumber: 4, pagelabel: 'iv', location: 'page iv' },
  ]);
});

it('marks a citation whose passage does not support the statement', () => {
  const [citation] = createCitations('Every employee receives a company car in January [1].', [7], [budget]);
  expect(citation?.standing).toBe('unverified');
});

it('verifies each number by the sentence that it ends', () => {
  const answer =
    'Everybody gets a helicopter. The travel budget is forty thousand euros [1]. Rent stays as it was [2].\n- Cars are free [3]';
  const standings = createCitations(
    answer,
    [7, 8, 9],
    [budget, { ...budget, number: 8 }, { ...budget, number: 9 }],
  ).map(({ standing }) => standing);
  expect(standings).toEqual(['holds', 'holds', 'unverified']);
});

it('verifies a citation in the cell of a table by the row, and a citation after a bold sentence by that sentence', () => {
  const answer =
    '| Cost | Euros |\n| --- | --- |\n| Budget for travel | forty thousand [1] |\n\n**Rent stays as it was** [2]. **Cars are free.** [3]';
  const passages = [budget, { ...budget, number: 8 }, { ...budget, number: 9 }];
  expect(createCitations(answer, [7, 8, 9], passages).map(({ standing }) => standing)).toEqual([
    'holds',
    'holds',
    'unverified',
  ]);
});

it('leaves out numbers without a passage', () => {
  expect(createCitations('So it is [1].', [99], [budget])).toEqual([]);
  expect(createCitations('So it is.', [], [budget])).toEqual([]);
});

it('has no page number if the format has no pages', () => {
  const section = createPassage(1, 'Thirty days of leave a year.', { location: { kind: 'section', path: ['Leave'] } });
  expect(createCitations('Thirty days of leave a year [1].', [1], [section])[0]).toMatchObject({
    pagenumber: null,
    location: 'section Leave',
    standing: 'holds',
  });
});

it.each([
  ['German', 'Die Reisekosten betragen vierzigtausend Euro.'],
  ['Russian', 'Командировочные расходы составляют сорок тысяч евро.'],
  ['Greek', 'Ο προϋπολογισμός ταξιδιών είναι σαράντα χιλιάδες ευρώ.'],
  ['Chinese', '差旅预算为每年四万欧元。'],
  ['Japanese', '出張予算は年間四万ユーロです。'],
  ['Korean', '출장 예산은 연간 사만 유로입니다.'],
  ['Thai', 'งบประมาณการเดินทางคือสี่หมื่นยูโร'],
])('verifies a statement in %s', (_, sentence) => {
  const statement = sentence.replace(/[.。]$/, '');
  const [citation] = createCitations(`${statement} [1]`, [1], [createPassage(1, `1. ${sentence} …`)]);
  expect(citation?.standing).toBe('holds');
});

it('truncates a long excerpt between characters', () => {
  const [citation] = createCitations('Smiles [1]', [1], [createPassage(1, `Smiles ${'😀'.repeat(400)}`)]);
  expect(citation?.quote.length).toBeLessThanOrEqual(320);
  expect(citation?.quote.isWellFormed()).toBe(true);
  expect(citation?.quote.endsWith('😀…')).toBe(true);
});

describe('the excerpt', () => {
  const HEADER = 'Northwind Studio';
  const pages = [
    `${HEADER}\nAnnual leave\nFull-time staff have 28 days of annual leave each year. Part-time staff have a share that follows\ntheir hours.\nNorthwind Handbook, edition 2026, page 1`,
    `${HEADER}\nTravel\nTrains are booked in second class.\nNorthwind Handbook, edition 2026, page 2`,
  ].map((text, index) =>
    createPassage(index + 1, text, {
      fileId: 'handbook',
      fileName: 'Northwind Handbook.pdf',
      location: { kind: 'page', page: index + 1 },
    }),
  );
  const quoteOf = (answer: string) => createCitations(answer, [1, 2], pages)[0]?.quote;
  const sentence = 'Full-time staff have 28 days of annual leave each year.';

  it.each([
    ['a point with its page', `- ${sentence} (page 1) [1]\n- Trains are booked in second class. (page 2) [2]`],
    ['a quotation with file and page', `Northwind Handbook.pdf, page 1: “${sentence}” [1]`],
    [
      'words of the file name',
      'The Northwind Handbook of 2026 says on page 1 that full-time staff have 28 days of leave [1].',
    ],
  ])('is the sentence and not the header or footer of its page, for %s', (_, answer) => {
    expect(quoteOf(answer)).toBe(sentence);
  });

  it('is a sentence of the page if the statement shares no word with it', () => {
    expect(quoteOf('Alles Gute [1].')).toBe(sentence);
  });

  it('has each bullet of a slide that supports the statement in its own line', () => {
    const slide = createPassage(
      1,
      'Equipment\nNew staff receive a laptop\nNew staff receive a headset\nThe canteen opens at noon\nLost devices are reported to Dev Raman',
      { location: { kind: 'slide', slide: 3 } },
    );
    const [citation] = createCitations('Newcomers get a laptop and a headset [1].', [1], [slide]);
    expect(citation?.quote).toBe('New staff receive a laptop\nNew staff receive a headset');
  });

  it('has two sentences if the statement needs both', () => {
    const text = 'Leave is 28 days a year. The canteen opens at noon. Five days can be carried over until March.';
    const [citation] = createCitations(
      'You have 28 days, and 5 can be carried over [1].',
      [1],
      [createPassage(1, text)],
    );
    expect(citation?.quote).toBe('Leave is 28 days a year.\nFive days can be carried over until March.');
  });

  it('has the row of separated values with the names of the columns', () => {
    const csv = createPassage(1, 'month,rent,wages\nJanuary,41,612\nFebruary,41,615', {
      location: { kind: 'rows', from: 1, to: 3 },
    });
    expect(createCitations('Wages were 615 in February [1].', [1], [csv])).toMatchObject([
      { quote: 'month,rent,wages\nFebruary,41,615', standing: 'holds' },
    ]);
  });
});

describe('the heading above a sentence', () => {
  const quoteOf = (text: string, answer: string) =>
    createCitations(`${answer} [1].`, [1], [createPassage(1, text)])[0]?.quote;

  it('is not part of the excerpt', () => {
    expect(
      quoteOf('Hotels\nA night is paid up to 140 euros in capital\ncities.', 'A night is paid up to 140 euros'),
    ).toBe('A night is paid up to 140 euros in capital cities.');
  });

  it('stays if the answer needs its words', () => {
    expect(quoteOf('Hotels in Lisbon\nUp to 140 euros a night.', 'In Lisbon hotels cost up to 140 euros')).toBe(
      'Hotels in Lisbon Up to 140 euros a night.',
    );
  });

  it('is not confused with the first line of a sentence', () => {
    expect(quoteOf('The night train to\nOslo leaves at seven.', 'The train leaves at seven')).toBe(
      'The night train to Oslo leaves at seven.',
    );
  });
});

describe('a citation of a table', () => {
  const rows = Array.from({ length: 40 }, (_, n) => `| Site ${n} | ${n * 37} | offices |`);
  const table = createPassage(
    1,
    ['Costs of the year', '', '| Place | Euros | Use |', ...rows, '| Lisbon | 1234.5 | flat |'].join('\n'),
  );
  const cite = (answer: string, ...passages: Passage[]) =>
    createCitations(
      answer,
      passages.map(({ number }) => number),
      passages,
    );

  it('quotes the header and the rows that share numbers and names with the statement', () => {
    const [citation] = cite('The flat in Lisbon cost €1,234.50 [1].', table);
    expect(citation).toMatchObject({
      quote: '| Place | Euros | Use |\n| Lisbon | 1234.5 | flat |',
      standing: 'holds',
    });
    expect(cite('The flat in Lisbon cost 1.234,50 Euro [1].', table)).toMatchObject([{ standing: 'holds' }]);
    expect(cite('The flat in Lisbon cost 9,999 euros a month, heated [1].', table)).toMatchObject([
      { standing: 'unverified' },
    ]);
  });

  it('quotes the first rows if none shares a word with the statement', () => {
    const [citation] = cite('Prices rose everywhere [1].', table);
    expect(citation?.quote).toMatch(/^Costs of the year$|^\| Place \| Euros \| Use \|\n\| Site 0 /);
  });

  it('is verified in each cell by the cell and the first cell of its row', () => {
    const plan = createPassage(2, '| Region | 2025 |\n| --- | --- |\n| Northern | 417 |');
    const actual = createPassage(3, '| Region | 2026 |\n| --- | --- |\n| Northern | 733 |');
    const answer =
      '| Region | Plan | Actual | Mood |\n| --- | --- | --- | --- |\n| Northern | 417 [1] | 733 [2] | good [3] |';
    const standings = cite(answer, plan, actual, { ...plan, number: 4, text: 'The plan of the south.' });
    expect(standings.map(({ standing }) => standing)).toEqual(['holds', 'holds', 'unverified']);
  });

  it('is verified by the list below a line that it ends', () => {
    const list = '- Lisbon: 1,234.50 euros, flat\n- Site 7: 259 euros, offices';
    expect(cite(`These are two of them [1]:\n\n${list}`, table)).toMatchObject([{ standing: 'holds' }]);
    expect(cite('These are two of them [1]:\n\n- Paris: 9917 rooms\n- Vienna: 8818 rooms', table)).toMatchObject([
      { standing: 'unverified' },
    ]);
  });

  it('is verified by a later statement, unless most statements are not supported', () => {
    const costs = 'The flat in Lisbon cost 1,234.50 euros [1].';
    expect(cite(`See this overview [1]. ${costs}`, table)).toMatchObject([{ standing: 'holds' }]);
    const others = 'Everybody receives company cars [1]. Nobody pays for lunches [1].';
    expect(cite(`${others} ${costs}`, table)).toMatchObject([{ standing: 'unverified' }]);
  });
});

describe('a sentence that calculates', () => {
  const marketing = createPassage(1, 'Marketing spent 630 euros on trains.');
  const research = createPassage(2, 'Research spent 290 euros on trains.');
  const judge = (answer: string) =>
    createCitations(answer, [1, 2], [marketing, research]).map(({ standing }) => standing);

  it.each([
    ['a sum', 'Both departments together needed 920 (630 + 290) [1][2].'],
    ['a difference', 'The distance between them amounts to 340: 630 less 290 [1][2].'],
    ['a percentage', 'Compared with 290, 630 means growth of about 117 % [1][2].'],
    ['a sum of what was said before', 'It was 630 for one, 290 for another. Altogether that makes 920 [1][2].'],
  ])('is verified by the passages of its numbers (%s)', (_, answer) => {
    expect(judge(answer)).toEqual(['holds', 'holds']);
  });

  it.each([
    ['a wrong result', 'Both departments together needed 930 (630 + 290) [1][2].'],
    ['numbers of no passage', 'Both departments together needed 700 (400 + 300) [1][2].'],
  ])('is not verified with %s', (_, answer) => {
    expect(judge(answer)).toEqual(['unverified', 'unverified']);
  });

  /** Numbers that look random and are the same in each run. */
  function* toNumbers(seed: number, from: number, to: number): Generator<number> {
    for (let state = seed; ;) {
      state = (state * 48_271) % 2_147_483_647;
      yield from + (state % (to - from));
    }
  }

  it('with many numbers verifies hardly any random number', () => {
    const [costs, wrong, shares] = [toNumbers(7, 10_000, 99_999), toNumbers(11, 10_000, 99_999), toNumbers(13, 2, 99)];
    const next = (numbers: Generator<number>) => numbers.next().value as number;
    const spent = Array.from({ length: 40 }, () => next(costs));
    const table = createPassage(1, spent.join(' euros, '));
    const count = (write: () => string) =>
      Array.from({ length: 200 }, () => {
        const answer = `They were ${spent.join(' and ')}. ${write()} [1].`;
        return createCitations(answer, [1], [table])[0]?.standing === 'holds' ? 1 : 0;
      }).reduce<number>((total, one) => total + one, 0);
    expect(count(() => `Altogether this amounts to ${next(wrong)}`)).toBeLessThan(4);
    expect(count(() => `Growth therefore reached ${next(shares)} %`)).toBeLessThan(40);
    expect(count(() => `Everybody therefore received ${next(shares)}`)).toBe(0);
    expect(count(() => `Altogether this amounts to ${spent.reduce((total, one) => total + one, 0)}`)).toBe(200);
  });

  it.each([
    ['a year', 'In 2025 everybody received company cars [1].'],
    ['a page', 'Company cars, see page 12, belong to everybody [1].'],
    ['a page of a German answer', 'Firmenwagen bekommen alle laut Seite 12 geschenkt [1].'],
  ])('is not verified by %s that the passage has as well', (_, answer) => {
    const report = createPassage(1, 'Report of 2025, page 12: trains were late.');
    expect(createCitations(answer, [1], [report])).toMatchObject([{ standing: 'unverified' }]);
  });
});
