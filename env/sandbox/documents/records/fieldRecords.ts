import type { DocxSection } from '../docx.ts';
import type { PdfLook } from '../pdfLook.ts';
import { textsOf, type DocumentPlan, type PlacedText, type Place } from '../documentPlan.ts';
import { randomFrom, type Random } from '../../random.ts';
import { buildings } from './buildings.ts';
import type { Attribute, Family } from './recordFamily.ts';
import { leavesOf, subjectOf, written, type Fact, type Leaf } from './recordSections.ts';
import { nature } from './nature.ts';
import { transport } from './transport.ts';

export type RecordFile = {
  /** Also the folder the file is in. */
  family: string;
  name: string;
  document: DocumentPlan;
  questions: Question[];
  /** What this record could say and does not. */
  unanswered: Unanswered;
};

/** A question whose answer stands in one sentence of one file. */
export type Question = {
  id: string;
  ask: string;
  folder: string;
  file: string;
  /** As it stands in the file; in no other place of any record. */
  sentence: string;
  /** The part of the sentence that answers. */
  answer: string;
  place: Place;
  /** Printed on the page, where that is not its number. */
  label?: string;
};

export type Unanswered = { id: string; ask: string; why: 'not stated' | 'no such subject' | 'another world' };

const families: Family[] = [...transport, ...buildings, ...nature];
const QUESTIONS_EACH = 4;
/** Which format the six records of a family have, by turns; PDF is what most sites hold most of. */
const formats = ['pdf', 'docx', 'pptx', 'txt', 'pdf', 'docx', 'pptx', 'txt', 'pdf', 'docx'] as const;

const looks: PdfLook[] = [
  { header: 'Field records, edition of 2026', footer: 'Page' },
  { columns: 2, header: 'Field records, edition of 2026' },
  { romanPages: 3, footer: 'Field records, page' },
  { columns: 2, drawn: 'across', footer: 'Page' },
  {},
  { columns: 2, romanPages: 3, header: 'Field records', footer: 'Page' },
];

/** The sixty records: ten families of six, in four formats, each with four questions that have an answer. */
export function makeRecords(seed = 'field records'): RecordFile[] {
  return families.flatMap((family, row) =>
    family.names.map((name, column) =>
      makeRecord(family, column, row * family.names.length + column, `${seed} ${name}`),
    ),
  );
}

function makeRecord(family: Family, index: number, number: number, seed: string): RecordFile {
  const random = randomFrom(seed);
  const shuffled = random.shuffled(family.attributes);
  const [left, ...stated] = shuffled as [Attribute, ...Attribute[]];
  const { leaves, facts } = leavesOf(family, index, stated, random);
  const document = dressed(leaves, number, random);
  const subject = subjectOf(family, family.names[index]!);
  const format = document.format;
  const about = {
    folder: family.name,
    file: `${subjectOf(family, family.names[index]!).replace(/^the /, '')}.${format}`,
  };
  const id = `${family.name}-${family.names[index]}`.toLowerCase().replaceAll(' ', '-');
  const questions = facts.slice(0, QUESTIONS_EACH).map((fact, order) => ({
    id: `${id}-${order + 1}`,
    ask: written(fact.attribute.ask, subject),
    ...about,
    sentence: fact.sentence,
    answer: fact.value,
    ...placeOf(fact, document),
  }));
  const unanswered: Unanswered = { id: `${id}-none`, ask: written(left.ask, subject), why: 'not stated' };
  return { family: family.name, name: about.file, document, questions, unanswered };
}

function placeOf({ sentence }: Fact, document: DocumentPlan): Pick<PlacedText, 'place' | 'label'> {
  const found = textsOf(document).find(({ text }) => text.includes(sentence));
  if (!found) throw new Error(`The record does not say: ${sentence}`);
  return found.label ? { place: found.place, label: found.label } : { place: found.place };
}

function dressed(leaves: Leaf[], number: number, random: Random): DocumentPlan {
  const format = formats[number % formats.length]!;
  switch (format) {
    case 'pdf':
      return asPdf(leaves, looks[Math.floor(number / 3) % looks.length]!);
    case 'docx':
      return { format, sections: asSections(leaves), header: 'Field records, edition of 2026' };
    case 'pptx':
      return {
        format,
        slides: leaves.map(({ title, paragraphs }) => ({ title, bullets: random.shuffled(sentencesIn(paragraphs)) })),
      };
    case 'txt':
      return { format, paragraphs: leaves.flatMap(({ title, paragraphs }) => [title.toUpperCase(), ...paragraphs]) };
    default:
      return format satisfies never;
  }
}

function asPdf(leaves: Leaf[], look: PdfLook): DocumentPlan {
  const front = [
    ['Field records'],
    ['Contents', ...leaves.map(({ title }) => title)],
    ['Preface', 'Thanks are due to all who lent a hand.'],
  ];
  const body = leaves.map(({ title, paragraphs }) => [title, ...paragraphs]);
  return { format: 'pdf', pages: look.romanPages ? [...front, ...body] : body, look };
}

/** Two leaves to a chapter: the first in the chapter itself, the second below a heading of its own. */
function asSections(leaves: Leaf[]): DocxSection[] {
  return leaves.map(({ title, paragraphs }, index) => ({ heading: title, level: index % 2 === 0 ? 1 : 2, paragraphs }));
}

function sentencesIn(paragraphs: string[]): string[] {
  return paragraphs.flatMap((paragraph) => paragraph.split(/(?<=[.]) (?=[A-Z])/));
}
