import { checkPages, parseQuestions } from './questionFile.ts';

const files = new Set(['Report.pdf', 'Policy.docx']);
const toLine = (changes: object) =>
  JSON.stringify({
    id: 'q1',
    question: 'How much was spent on travel?',
    kind: 'basic',
    evidence: [{ file: 'Report.pdf', page: 3 }],
    answer: '12 million',
    ...changes,
  });
const getProblems = (...lines: string[]): string => {
  try {
    parseQuestions(lines.join('\n'), files);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};

describe('a question file', () => {
  it('gives each question with its line, evidence and facts', () => {
    const lines = [toLine({}), '', toLine({ id: 2, answer: 'Ada; Ben', evidence: [{ file: 'Policy.docx' }] })];
    expect(parseQuestions(lines.join('\r\n'), files)).toEqual([
      {
        line: 1,
        id: 'q1',
        question: 'How much was spent on travel?',
        kind: 'basic',
        evidence: [{ file: 'Report.pdf', pages: [3] }],
        facts: ['12 million'],
      },
      {
        line: 3,
        id: '2',
        question: 'How much was spent on travel?',
        kind: 'basic',
        evidence: [{ file: 'Policy.docx', pages: null }],
        facts: ['Ada', 'Ben'],
      },
    ]);
  });

  it('has questions that nothing answers: their evidence is empty', () => {
    expect(parseQuestions(toLine({ evidence: [], answer: '' }), files)[0]).toMatchObject({ evidence: [], facts: [] });
  });

  it('is refused with a sentence for each line that is wrong', () => {
    const problems = getProblems(
      toLine({}),
      toLine({ evidence: [{ file: 'Gone.pdf', page: 1 }] }),
      '{"id": "q3", ',
      toLine({ id: 'q4', question: '' }),
      toLine({ id: 'q5', answer: '' }),
    );
    expect(problems.split('\n')).toEqual([
      'Line 2: the id q1 is already that of line 1.',
      'Line 2: there is no file Gone.pdf among the files of the run.',
      'Line 3 is not valid JSON.',
      expect.stringMatching(/^Line 4: question: /),
      'Line 5: a question with evidence needs an answer.',
    ]);
  });

  it('is refused if it has more kinds than the figures can have', () => {
    const lines = Array.from({ length: 101 }, (_, index) => toLine({ id: index, kind: `kind ${index}` }));
    expect(getProblems(...lines)).toBe('The file has 101 kinds of questions, and 100 are possible.');
  });

  it('is refused if it is empty', () => {
    expect(getProblems('')).toBe('The file has no questions.');
  });

  it('is refused if it names a page that the file does not have', () => {
    const lines = [toLine({ evidence: [{ file: 'Report.pdf', page: [3, 7] }] })];
    lines.push(toLine({ id: 'q2', evidence: [{ file: 'Policy.docx', page: 1 }] }));
    const questions = parseQuestions(lines.join('\n'), files);
    const pages = new Map([
      ['Report.pdf', 5],
      ['Policy.docx', null],
    ]);
    expect(() => checkPages(questions, pages)).toThrow(
      'Line 1: Report.pdf has 5 pages, and no page 7.\nLine 2: Policy.docx has no pages; leave the page out.',
    );
    expect(() => checkPages(questions, new Map())).not.toThrow();
  });
});
