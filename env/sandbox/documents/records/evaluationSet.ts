import { makeRecords, type Question, type RecordFile, type Unanswered } from './fieldRecords.ts';

export type Exam = {
  records: RecordFile[];
  /** 240 questions, each with the file, the sentence and the place that answer it. */
  questions: Question[];
  /** 80 questions that no record answers, however much some resemble it. */
  unanswered: Unanswered[];
};

const strangers = [
  'Nightjar',
  'Pumice',
  'Sorrel Bank',
  'Withy',
  'Ravenscar',
  'Ottermouth',
  'Candlewick',
  'Grayling',
  'Thornby',
  'Embers',
];
const noSuchSubject = [
  'How many people fit aboard the {n} ferry at once?',
  'Who designed {n} Bridge?',
  'What is the diameter of the cable on the {n} cable car?',
  'How many boxes does the {n} depot hold?',
  'How large an audience can the {n} Theatre take?',
  'From how far away is {n} Light visible?',
  'Who leads the {n} Museum?',
  'Which sort of apple is grown most in the {n} orchard?',
  'How warm is it in {n} Cave?',
  'What is the total ascent on the {n} trail?',
];
const anotherWorld = [
  'Who won the chess championship of the Mill building?',
  'How many days of parental leave does an employee have?',
  'What is the boiling point of ethanol?',
  'Which colour is the logo of the canteen?',
  'When was the telephone invented?',
  'How do I reset my password?',
  'What is the exchange rate of the crown today?',
  'Who plays the piano at the summer party?',
  'Which train goes to the airport?',
  'What did the auditors say about travel costs?',
];

/** The records, what may be asked of them, and what may not. The same for the same seed. */
export function makeExam(seed?: string): Exam {
  const records = makeRecords(seed);
  return {
    records,
    questions: records.flatMap((record) => record.questions),
    unanswered: [
      ...records.map((record) => record.unanswered),
      ...noSuchSubject.map((ask, index): Unanswered => ({
        id: `stranger-${index + 1}`,
        ask: ask.replace('{n}', strangers[index]!),
        why: 'no such subject',
      })),
      ...anotherWorld.map((ask, index): Unanswered => ({ id: `world-${index + 1}`, ask, why: 'another world' })),
    ],
  };
}
