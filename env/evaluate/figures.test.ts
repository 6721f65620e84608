import type { Reply } from './askQuestion.ts';
import { chooseOutcome, formatFigures, toFigures, toKinds, type Result } from './figures.ts';
import type { Question } from './questionFile.ts';

const answerable: Question = {
  line: 1,
  id: 'q1',
  question: 'Which hotels can be booked?',
  kind: 'basic',
  evidence: [
    { file: 'Travel.pdf', pages: [3, 4] },
    { file: 'Hotels.docx', pages: null },
  ],
  facts: ['Quay Inn'],
};
const unanswerable: Question = { ...answerable, line: 2, id: 'q2', kind: 'not there', evidence: [], facts: [] };

const travel = { filename: 'Travel.pdf', pagenumber: 4 };
const otherPage = { filename: 'Travel.pdf', pagenumber: 9 };
const hotels = { filename: 'Hotels.docx', pagenumber: null };

const makeReply = (changes: Partial<Reply> = {}): Reply => ({
  text: 'The Quay Inn [1].',
  isRefusal: false,
  failure: null,
  citations: [travel],
  read: [otherPage, travel],
  looks: 2,
  tokens: 100,
  seconds: 4,
  ...changes,
});

describe('the figures of an evaluation', () => {
  it('count evidence that was read, in part and as a whole, and citations that open it', () => {
    const results: Result[] = [
      { question: answerable, reply: makeReply(), outcome: 'right' },
      {
        question: answerable,
        reply: makeReply({ read: [travel, hotels], citations: [hotels, otherPage] }),
        outcome: 'partly',
      },
      {
        question: answerable,
        reply: makeReply({ read: [otherPage], isRefusal: true, looks: 5 }),
        outcome: 'refused_wrongly',
      },
    ];
    expect(toFigures('basic', results)).toMatchObject({
      questions: 3,
      right: 1,
      partly: 1,
      refused_wrongly: 1,
      evidence_any: 2 / 3,
      evidence_all: 1 / 3,
      citation_precision: 2 / 3,
      citation_recall: 2 / 4,
      looks: 3,
      tokens: 100,
      seconds: 4,
    });
  });

  it('have the looks and seconds of the questions that were answered, not of those that failed', () => {
    const failed = makeReply({ failure: 'The model is busy.', looks: 0, seconds: 0, tokens: null });
    const results: Result[] = [
      { question: answerable, reply: makeReply(), outcome: 'right' },
      { question: answerable, reply: failed, outcome: 'failed' },
    ];
    expect(toFigures('basic', results)).toMatchObject({ looks: 2, seconds: 4, failed: 1 });
  });

  it('are told for each kind, and have no share of nothing', () => {
    const reply = makeReply({ isRefusal: true, citations: [], tokens: null });
    const [basic, notThere] = toKinds([
      { question: answerable, reply: makeReply(), outcome: 'right' },
      { question: unanswerable, reply, outcome: 'refused_rightly' },
    ]);
    expect(basic).toMatchObject({ kind: 'basic', questions: 1, refused_rightly: 0 });
    expect(notThere).toMatchObject({
      kind: 'not there',
      refused_rightly: 1,
      evidence_any: null,
      citation_precision: null,
      tokens: null,
    });
    expect(formatFigures([basic!], notThere!).split('\n')).toHaveLength(3);
  });
});

it('a question that nothing answers has one right outcome: a refusal', () => {
  expect(chooseOutcome(unanswerable, makeReply({ isRefusal: true }), 'right')).toBe('refused_rightly');
  expect(chooseOutcome(unanswerable, makeReply(), 'right')).toBe('wrong');
});

it('an answerable question is judged, unless AVA refuses or fails', () => {
  expect(chooseOutcome(answerable, makeReply(), 'partly')).toBe('partly');
  expect(chooseOutcome(answerable, makeReply({ isRefusal: true }), 'partly')).toBe('refused_wrongly');
  expect(chooseOutcome(answerable, makeReply({ failure: 'The model is busy.' }), 'right')).toBe('failed');
});
