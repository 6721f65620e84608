import { makeRecords, type AnswerableQuestion, type RecordFile, type UnanswerableQuestion } from './fieldRecords.ts';

/** Field records, questions whose answers are in them, and questions that they do not answer. */
export type EvaluationSet = {
  records: RecordFile[];
  /** 240 questions, each with the file, sentence and location of its answer. */
  questions: AnswerableQuestion[];
  /** 80 questions that no record answers, although some records contain similar sentences. */
  unanswerable: UnanswerableQuestion[];
};

const unknownNames = [
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
const unknownSubjectQuestions = [
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
const offTopicQuestions = [
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

/** Field records with questions about them, to measure retrieval and citations. The same seed gives the same set. */
export function makeEvaluationSet(seed?: string): EvaluationSet {
  const records = makeRecords(seed);
  return {
    records,
    questions: records.flatMap((record) => record.questions),
    unanswerable: [
      ...records.map((record) => record.unanswerable),
      ...unknownSubjectQuestions.map((template, index): UnanswerableQuestion => ({
        id: `unknown-subject-${index + 1}`,
        text: template.replace('{n}', unknownNames[index]!),
        reason: 'unknown subject',
      })),
      ...offTopicQuestions.map((text, index): UnanswerableQuestion => ({
        id: `off-topic-${index + 1}`,
        text,
        reason: 'off topic',
      })),
    ],
  };
}
