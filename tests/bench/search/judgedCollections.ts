import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRandom, type Random } from '#sandbox/random.ts';

/** Documents, questions, and grades for how well each document answers each question. */
export interface Collection {
  name: string;
  docs: { id: string; text: string }[];
  queries: { id: string; text: string }[];
  /** Grades by query id and document id; a missing grade counts as 0. */
  grades: Map<string, Map<string, number>>;
}

/** Reads a folder with `docs.jsonl` and `queries.jsonl` (`{id, text}`) and `qrels.tsv` (`query doc grade`). */
export async function readCollection(folder: string): Promise<Collection> {
  const readRows = async (file: string) =>
    (await readFile(join(folder, file), 'utf8')).split(/\r?\n/).filter((line) => line.trim() !== '');
  const readTexts = async (file: string) =>
    (await readRows(file)).map((line) => {
      const { id, text } = JSON.parse(line) as { id: unknown; text: unknown };
      return { id: String(id), text: String(text) };
    });
  const grades = new Map<string, Map<string, number>>();
  for (const row of await readRows('qrels.tsv')) {
    const [query = '', doc = '', grade = ''] = row.split(/\t|\s+/);
    // Skips a header line.
    if (Number.isFinite(Number(grade)) && grade !== '') setGrade(grades, query, doc, Number(grade));
  }
  return { name: folder, docs: await readTexts('docs.jsonl'), queries: await readTexts('queries.jsonl'), grades };
}

function setGrade(grades: Collection['grades'], query: string, doc: string, grade: number): void {
  const queryGrades = grades.get(query) ?? new Map<string, number>();
  grades.set(query, queryGrades.set(doc, grade));
}

/** Subjects of an organization's documents, each with synonyms. */
const SUBJECTS: string[][] = [
  ['hotel', 'lodging', 'overnight stay'],
  ['train', 'railway ticket', 'rail journey'],
  ['invoice', 'bill', 'payment request'],
  ['holiday', 'annual leave', 'vacation'],
  ['laptop', 'notebook computer', 'workstation'],
  ['supplier', 'vendor', 'contractor'],
  ['fire', 'evacuation', 'emergency exit'],
  ['salary', 'pay', 'wages'],
  ['training', 'course', 'further education'],
  ['car', 'vehicle', 'company van'],
  ['visitor', 'guest', 'caller'],
  ['password', 'sign-in', 'account security'],
  ['illness', 'sick leave', 'medical note'],
  ['recruiting', 'hiring', 'job applicant'],
  ['warehouse', 'stock room', 'store'],
  ['printer', 'copier', 'paper tray'],
  ['parking', 'garage', 'parking space'],
  ['audit', 'inspection', 'review of the books'],
  ['contract', 'agreement', 'terms of business'],
  ['donation', 'sponsorship', 'charity'],
];
const ASPECTS: string[][] = [
  ['cost', 'price', 'amount'],
  ['deadline', 'time limit', 'last day'],
  ['approval', 'permission', 'sign-off'],
  ['form', 'template', 'sheet'],
  ['responsible person', 'contact', 'owner'],
  ['exception', 'special case', 'waiver'],
];
const FILLER =
  'office team week report request year department colleague meeting manager note change plan list part case'.split(
    ' ',
  );

function makeSentence({ pick, below }: Random, subject: readonly string[], aspect: readonly string[]): string {
  const [s, a, f, g] = [pick(subject), pick(aspect), pick(FILLER), pick(FILLER)];
  return pick([
    `The ${a} of a ${s} is settled by the ${f} before the ${g} begins.`,
    `Ask for the ${a} when a ${s} is part of a ${f}.`,
    `Every ${f} keeps the ${a} for its ${s} in the ${g}.`,
    `A ${s} without ${a} is sent back to the ${f} after ${1 + below(20)} days.`,
    `In the ${g}, ${s} and ${a} are looked at together with the ${f}.`,
  ]);
}

/** Short notes. A question can use synonyms of the words in the notes, and several notes answer it. */
function makeNotes(quick: boolean): Collection {
  const random = createRandom(11);
  const collection: Collection = { name: 'short notes, other words', docs: [], queries: [], grades: new Map() };
  const topics: { id: string; subject: number; aspect: number }[] = [];
  for (let index = 0; index < (quick ? 300 : 1_200); index += 1) {
    const [subject, aspect] = [random.below(SUBJECTS.length), random.below(ASPECTS.length)];
    const lines = Array.from({ length: 3 + random.below(4) }, () =>
      makeSentence(random, SUBJECTS[subject]!, ASPECTS[aspect]!),
    );
    lines.push(makeSentence(random, random.pick(SUBJECTS), random.pick(ASPECTS)));
    const id = `note${index}`;
    topics.push({ id, subject, aspect });
    collection.docs.push({ id, text: lines.join(' ') });
  }
  for (const [subject, words] of SUBJECTS.entries()) {
    for (const [aspect, others] of ASPECTS.entries()) {
      const id = `q${subject}-${aspect}`;
      collection.queries.push({ id, text: `What is the ${random.pick(others)} for a ${random.pick(words)}?` });
      for (const note of topics) {
        if (note.subject === subject) setGrade(collection.grades, id, note.id, note.aspect === aspect ? 2 : 0);
      }
    }
  }
  return collection;
}

/** Long manuals with many chapters. The answer is one paragraph of one chapter. */
function makeManuals(quick: boolean): Collection {
  const random = createRandom(23);
  const collection: Collection = { name: 'long manuals, one paragraph', docs: [], queries: [], grades: new Map() };
  for (let index = 0; index < (quick ? 40 : 150); index += 1) {
    const id = `manual${index}`;
    const place = `${random.pick(['North', 'South', 'East', 'West'])} ${random.pick(['Harbour', 'Mill', 'Tower', 'Garden', 'Station'])}`;
    const chapters = Array.from({ length: 12 }, () => {
      const [subject, aspect] = [random.pick(SUBJECTS), random.pick(ASPECTS)];
      const lines = Array.from({ length: 8 }, () => makeSentence(random, subject, random.pick(ASPECTS)));
      return {
        subject,
        aspect,
        text: [`About the ${subject[0]}`, ...lines, makeSentence(random, subject, aspect)].join('\n'),
      };
    });
    collection.docs.push({
      id,
      text: [`Manual of the house ${place} ${index}`, ...chapters.map(({ text }) => text)].join('\n\n'),
    });
    const chapter = chapters[index % chapters.length]!;
    const query = `q${index}`;
    const word = `${chapter.subject[1]} ${chapter.aspect[0]}`;
    collection.queries.push({ id: query, text: `${word} in the house ${place} ${index}` });
    setGrade(collection.grades, query, id, 1);
  }
  return collection;
}

/** Records that differ only in a number or a name. Each question is about one of them. */
function makeRecords(quick: boolean): Collection {
  const random = createRandom(37);
  const names = ['Moreau', 'Okafor', 'Lindqvist', 'Raman', 'Brandt', 'Sato', 'Costa', 'Novak', 'Haile', 'Keller'];
  const collection: Collection = { name: 'records that differ in a number', docs: [], queries: [], grades: new Map() };
  for (let index = 0; index < (quick ? 200 : 900); index += 1) {
    const id = `record${index}`;
    const [name, number, year] = [random.pick(names), `INV-${2020 + (index % 7)}/${1000 + index}`, 2020 + (index % 7)];
    const subject = random.pick(SUBJECTS);
    const text = `Record ${number}\nThe ${subject[0]} of ${name} in ${year} came to ${100 + ((index * 37) % 900)} crowns. ${makeSentence(random, subject, random.pick(ASPECTS))} It was booked under ${number} by the ${random.pick(FILLER)} in ${year}.`;
    collection.docs.push({ id, text });
    if (index % 6 !== 0) continue;
    const question = random.pick([
      `${number}`,
      `record ${number} of ${name}`,
      `what did ${name} pay for the ${subject[0]} booked under ${number}`,
    ]);
    collection.queries.push({ id: `q${index}`, text: question });
    setGrade(collection.grades, `q${index}`, id, 1);
  }
  return collection;
}

/** Generates three kinds of collections, identical at every call. */
export const makeCollections = (quick: boolean): Collection[] => [
  makeNotes(quick),
  makeManuals(quick),
  makeRecords(quick),
];
