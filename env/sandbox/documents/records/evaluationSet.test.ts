import { listTexts } from '#sandbox/documents/documentPlan.ts';
import { makeEvaluationSet } from './evaluationSet.ts';

const { records, questions, unanswerable } = makeEvaluationSet();

const textsIn = (record: (typeof records)[number]) => listTexts(record.document);

it('the set has sixty records in four formats, 240 answerable and 80 unanswerable questions', () => {
  expect([records.length, questions.length, unanswerable.length]).toEqual([60, 240, 80]);
  expect(new Set(records.map(({ document }) => document.format))).toEqual(new Set(['pdf', 'docx', 'pptx', 'txt']));
  expect(new Set([...questions, ...unanswerable].map(({ id }) => id)).size).toBe(320);
  expect(new Set([...questions, ...unanswerable].map(({ text }) => text)).size).toBe(320);
});

it('each answer is in exactly one location: the one that its question names', () => {
  for (const { sentence, answer, folder, file, location } of questions) {
    const found = records.flatMap((record) =>
      textsIn(record)
        .filter(({ text }) => text.includes(sentence))
        .map((text) => ({ folder: record.family, file: record.name, location: text.location })),
    );
    expect(found).toEqual([{ folder, file, location }]);
    expect(sentence).toContain(answer);
  }
});

it('each answer occurs only once in its record, so that it shows which sentence it came from', () => {
  for (const record of records) {
    const all = textsIn(record)
      .map(({ text }) => text)
      .join('\n');
    for (const { answer } of record.questions) {
      const wholeAnswer = new RegExp(`(?<![\\w:])${answer.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w:])`, 'g');
      expect(all.match(wholeAnswer)).toHaveLength(1);
    }
  }
});

it('no record mentions the subject of an unanswerable question', () => {
  const allTexts = records.flatMap((record) => textsIn(record).map(({ text }) => text)).join('\n');
  const unknownSubjects = unanswerable.filter(({ reason }) => reason === 'unknown subject');
  const names = unknownSubjects.map(
    ({ text }) =>
      /(?<= the | [^a-z]*)([A-Z]\w+(?: [A-Z]\w+)?)(?= (?:ferry|Bridge|cable|depot|Theatre|Light|Museum|orchard|Cave|trail))/.exec(
        text,
      )?.[0],
  );
  expect(names.filter((name) => name === undefined || allTexts.includes(name))).toEqual([]);
});

it('the set is the same for the same seed and differs for another seed', () => {
  expect(makeEvaluationSet()).toEqual(makeEvaluationSet());
  expect(makeEvaluationSet('another').questions[0]?.sentence).not.toBe(questions[0]?.sentence);
});

it('includes roman page labels, two columns and running headers', () => {
  const styles = records.flatMap(({ document }) => (document.format === 'pdf' ? [document.style ?? {}] : []));
  expect(styles.filter(({ romanPages }) => romanPages)).not.toEqual([]);
  expect(styles.filter(({ columns }) => columns === 2)).not.toEqual([]);
  expect(styles.filter(({ lineOrder }) => lineOrder === 'across')).not.toEqual([]);
  expect(styles.filter(({ header }) => header)).not.toEqual([]);
  expect(
    questions.some(
      ({ location, label }) => location.kind === 'page' && label !== undefined && label !== String(location.page),
    ),
  ).toBe(true);
});
