import type { Passage } from './passages.ts';
import { citationsOf } from './citations.ts';

function passage(number: number, text: string, given: Partial<Passage> = {}): Passage {
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
    ...given,
  };
}

const budget = passage(
  7,
  'Costs of the year.\nThe budget for travel is forty thousand\neuros. Rent stays as it was. Nothing else changes.',
);

it('maps the numbers of an answer to file, place and the sentence that says it', () => {
  expect(citationsOf('The travel budget is forty thousand euros [1].', [7], [passage(3, 'Other.'), budget])).toEqual([
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

it('marks a citation whose passage does not say it', () => {
  const [citation] = citationsOf('Every employee receives a company car in January [1].', [7], [budget]);
  expect(citation?.standing).toBe('unverified');
});

it('judges each number by the sentence that it stands at the end of', () => {
  const answer =
    'Everybody gets a helicopter. The travel budget is forty thousand euros [1]. Rent stays as it was [2].\n- Cars are free [3]';
  const standings = citationsOf(answer, [7, 8, 9], [budget, { ...budget, number: 8 }, { ...budget, number: 9 }]).map(
    ({ standing }) => standing,
  );
  expect(standings).toEqual(['holds', 'holds', 'unverified']);
});

it('leaves out what was never given', () => {
  expect(citationsOf('So it is [1].', [99], [budget])).toEqual([]);
  expect(citationsOf('So it is.', [], [budget])).toEqual([]);
});

it('has no page where the format has none', () => {
  const section = passage(1, 'Thirty days of leave a year.', { location: { kind: 'section', path: ['Leave'] } });
  expect(citationsOf('Thirty days of leave a year [1].', [1], [section])[0]).toMatchObject({
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
  const [citation] = citationsOf(`${statement} [1]`, [1], [passage(1, `1. ${sentence} …`)]);
  expect(citation?.standing).toBe('holds');
});

it('shortens a long quote between characters', () => {
  const [citation] = citationsOf('Smiles [1]', [1], [passage(1, `Smiles ${'😀'.repeat(400)}`)]);
  expect(citation?.quote.length).toBeLessThanOrEqual(320);
  expect(citation?.quote.isWellFormed()).toBe(true);
  expect(citation?.quote.endsWith('😀…')).toBe(true);
});
