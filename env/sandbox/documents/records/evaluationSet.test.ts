import { textsOf } from '../documentPlan.ts';
import { makeExam } from './evaluationSet.ts';

const { records, questions, unanswered } = makeExam();

const textsIn = (record: (typeof records)[number]) => textsOf(record.document);

it('sixty records in four formats, 240 questions with an answer and 80 without', () => {
  expect([records.length, questions.length, unanswered.length]).toEqual([60, 240, 80]);
  expect(new Set(records.map(({ document }) => document.format))).toEqual(new Set(['pdf', 'docx', 'pptx', 'txt']));
  expect(new Set([...questions, ...unanswered].map(({ id }) => id)).size).toBe(320);
  expect(new Set([...questions, ...unanswered].map(({ ask }) => ask)).size).toBe(320);
});

it('each answer stands in one place of one record, and its question tells which', () => {
  for (const { sentence, answer, folder, file, place } of questions) {
    const found = records.flatMap((record) =>
      textsIn(record)
        .filter(({ text }) => text.includes(sentence))
        .map((text) => ({ folder: record.family, file: record.name, place: text.place })),
    );
    expect(found).toEqual([{ folder, file, place }]);
    expect(sentence).toContain(answer);
  }
});

it('a value answers once in its record, so that an answer tells which sentence it came from', () => {
  for (const record of records) {
    const all = textsIn(record)
      .map(({ text }) => text)
      .join('\n');
    for (const { answer } of record.questions) {
      const exactly = new RegExp(`(?<![\\w:])${answer.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w:])`, 'g');
      expect(all.match(exactly)).toHaveLength(1);
    }
  }
});

it('what is asked in vain is said of nobody by that name', () => {
  const said = records.flatMap((record) => textsIn(record).map(({ text }) => text)).join('\n');
  const inVain = unanswered.filter(({ why }) => why === 'no such subject');
  const names = inVain.map(
    ({ ask }) =>
      /(?<= the | [^a-z]*)([A-Z]\w+(?: [A-Z]\w+)?)(?= (?:ferry|Bridge|cable|depot|Theatre|Light|Museum|orchard|Cave|trail))/.exec(
        ask,
      )?.[0],
  );
  expect(names.filter((name) => name === undefined || said.includes(name))).toEqual([]);
});

it('another seed gives other records, the same seed the same', () => {
  expect(makeExam()).toEqual(makeExam());
  expect(makeExam('another').questions[0]?.sentence).not.toBe(questions[0]?.sentence);
});

it('roman labels, two columns and running headers are among the looks', () => {
  const looks = records.flatMap(({ document }) => (document.format === 'pdf' ? [document.look ?? {}] : []));
  expect(looks.filter(({ romanPages }) => romanPages)).not.toEqual([]);
  expect(looks.filter(({ columns }) => columns === 2)).not.toEqual([]);
  expect(looks.filter(({ drawn }) => drawn === 'across')).not.toEqual([]);
  expect(looks.filter(({ header }) => header)).not.toEqual([]);
  expect(
    questions.some(({ place, label }) => place.kind === 'page' && label !== undefined && label !== String(place.page)),
  ).toBe(true);
});
