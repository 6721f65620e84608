import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRandom, type Random } from '../../env/sandbox/random.ts';

/** A judged collection: which documents answer which question, and how well. */
export interface Collection {
  name: string;
  docs: { id: string; text: string }[];
  queries: { id: string; text: string }[];
  /** Grades by query and document; what is not named is 0. */
  grades: Map<string, Map<string, number>>;
}

/** Reads `docs.jsonl {id,text}`, `queries.jsonl {id,text}` and `qrels.tsv query doc grade`. */
export async function readCollection(folder: string): Promise<Collection> {
  const rows = async (file: string) =>
    (await readFile(join(folder, file), 'utf8')).split(/\r?\n/).filter((line) => line.trim() !== '');
  const texts = async (file: string) =>
    (await rows(file)).map((line) => {
      const { id, text } = JSON.parse(line) as { id: unknown; text: unknown };
      return { id: String(id), text: String(text) };
    });
  const grades = new Map<string, Map<string, number>>();
  for (const row of await rows('qrels.tsv')) {
    const [query = '', doc = '', grade = ''] = row.split(/\t|\s+/);
    // A first line of names is no judgement.
    if (Number.isFinite(Number(grade)) && grade !== '') judge(grades, query, doc, Number(grade));
  }
  return { name: folder, docs: await texts('docs.jsonl'), queries: await texts('queries.jsonl'), grades };
}

function judge(grades: Collection['grades'], query: string, doc: string, grade: number): void {
  const known = grades.get(query) ?? new Map<string, number>();
  grades.set(query, known.set(doc, grade));
}

/** Things that an organization writes about, each with other words for it. */
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

function sentence({ pick, below }: Random, subject: readonly string[], aspect: readonly string[]): string {
  const [s, a, f, g] = [pick(subject), pick(aspect), pick(FILLER), pick(FILLER)];
  return pick([
    `The ${a} of a ${s} is settled by the ${f} before the ${g} begins.`,
    `Ask for the ${a} when a ${s} is part of a ${f}.`,
    `Every ${f} keeps the ${a} for its ${s} in the ${g}.`,
    `A ${s} without ${a} is sent back to the ${f} after ${1 + below(20)} days.`,
    `In the ${g}, ${s} and ${a} are looked at together with the ${f}.`,
  ]);
}

/** Short notes; questions use other words for what the notes speak of. Several notes answer each. */
function notes(quick: boolean): Collection {
  const roll = createRandom(11);
  const collection: Collection = { name: 'short notes, other words', docs: [], queries: [], grades: new Map() };
  const about: { id: string; subject: number; aspect: number }[] = [];
  for (let at = 0; at < (quick ? 300 : 1_200); at += 1) {
    const [subject, aspect] = [roll.below(SUBJECTS.length), roll.below(ASPECTS.length)];
    const lines = Array.from({ length: 3 + roll.below(4) }, () => sentence(roll, SUBJECTS[subject]!, ASPECTS[aspect]!));
    lines.push(sentence(roll, roll.pick(SUBJECTS), roll.pick(ASPECTS)));
    const id = `note${at}`;
    about.push({ id, subject, aspect });
    collection.docs.push({ id, text: lines.join(' ') });
  }
  for (const [subject, words] of SUBJECTS.entries()) {
    for (const [aspect, others] of ASPECTS.entries()) {
      const id = `q${subject}-${aspect}`;
      collection.queries.push({ id, text: `What is the ${roll.pick(others)} for a ${roll.pick(words)}?` });
      for (const note of about) {
        if (note.subject === subject) judge(collection.grades, id, note.id, note.aspect === aspect ? 2 : 0);
      }
    }
  }
  return collection;
}

/** Long manuals of many chapters with little titles; the answer is one paragraph of one of them. */
function manuals(quick: boolean): Collection {
  const roll = createRandom(23);
  const collection: Collection = { name: 'long manuals, one paragraph', docs: [], queries: [], grades: new Map() };
  for (let at = 0; at < (quick ? 40 : 150); at += 1) {
    const id = `manual${at}`;
    const place = `${roll.pick(['North', 'South', 'East', 'West'])} ${roll.pick(['Harbour', 'Mill', 'Tower', 'Garden', 'Station'])}`;
    const chapters = Array.from({ length: 12 }, () => {
      const [subject, aspect] = [roll.pick(SUBJECTS), roll.pick(ASPECTS)];
      const lines = Array.from({ length: 8 }, () => sentence(roll, subject, roll.pick(ASPECTS)));
      return {
        subject,
        aspect,
        text: [`About the ${subject[0]}`, ...lines, sentence(roll, subject, aspect)].join('\n'),
      };
    });
    collection.docs.push({
      id,
      text: [`Manual of the house ${place} ${at}`, ...chapters.map(({ text }) => text)].join('\n\n'),
    });
    const asked = chapters[at % chapters.length]!;
    const query = `q${at}`;
    const word = `${asked.subject[1]} ${asked.aspect[0]}`;
    collection.queries.push({ id: query, text: `${word} in the house ${place} ${at}` });
    judge(collection.grades, query, id, 1);
  }
  return collection;
}

/** Records that differ in a number or a name; each question means one of them. */
function records(quick: boolean): Collection {
  const roll = createRandom(37);
  const names = ['Moreau', 'Okafor', 'Lindqvist', 'Raman', 'Brandt', 'Sato', 'Costa', 'Novak', 'Haile', 'Keller'];
  const collection: Collection = { name: 'records that differ in a number', docs: [], queries: [], grades: new Map() };
  for (let at = 0; at < (quick ? 200 : 900); at += 1) {
    const id = `record${at}`;
    const [name, number, year] = [roll.pick(names), `INV-${2020 + (at % 7)}/${1000 + at}`, 2020 + (at % 7)];
    const subject = roll.pick(SUBJECTS);
    const text = `Record ${number}\nThe ${subject[0]} of ${name} in ${year} came to ${100 + ((at * 37) % 900)} crowns. ${sentence(roll, subject, roll.pick(ASPECTS))} It was booked under ${number} by the ${roll.pick(FILLER)} in ${year}.`;
    collection.docs.push({ id, text });
    if (at % 6 !== 0) continue;
    const text2 = roll.pick([
      `${number}`,
      `record ${number} of ${name}`,
      `what did ${name} pay for the ${subject[0]} booked under ${number}`,
    ]);
    collection.queries.push({ id: `q${at}`, text: text2 });
    judge(collection.grades, `q${at}`, id, 1);
  }
  return collection;
}

/** Invented collections of different character; the same at every run. */
export const inventedCollections = (quick: boolean): Collection[] => [notes(quick), manuals(quick), records(quick)];
