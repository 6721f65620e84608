import type { DocxSection } from '#sandbox/documents/docx.ts';
import type { PdfStyle } from '#sandbox/documents/pdfStyle.ts';
import { listTexts, type DocumentPlan, type LocatedText, type Location } from '#sandbox/documents/documentPlan.ts';
import { createRandom, type Random } from '#sandbox/random.ts';
import { buildings } from './buildings.ts';
import type { Attribute, RecordFamily } from './recordFamily.ts';
import { writeSections, getSubject, fillTemplate, type Fact, type RecordSection } from './recordSections.ts';
import { nature } from './nature.ts';
import { transport } from './transport.ts';

export type RecordFile = {
  /** Name of the record's family, and of the folder with its file. */
  family: string;
  name: string;
  document: DocumentPlan;
  questions: AnswerableQuestion[];
  /** A question about an attribute that this record omits. */
  unanswerable: UnanswerableQuestion;
};

/** A question that one sentence of one file answers. */
export type AnswerableQuestion = {
  id: string;
  text: string;
  folder: string;
  file: string;
  /** The sentence with the answer. It occurs once in all records together. */
  sentence: string;
  /** The part of the sentence that answers the question. */
  answer: string;
  location: Location;
  /** The page's printed label, if it differs from its number. */
  label?: string;
};

export type UnanswerableQuestion = {
  id: string;
  text: string;
  reason: 'not stated' | 'unknown subject' | 'off topic';
};

const families: RecordFamily[] = [...transport, ...buildings, ...nature];
const QUESTIONS_PER_RECORD = 4;
/** Formats of ten consecutive records. */
const formats = ['pdf', 'docx', 'pptx', 'txt', 'pdf', 'docx', 'pptx', 'txt', 'pdf', 'docx'] as const;

const pdfStyles: PdfStyle[] = [
  { header: 'Field records, edition of 2026', footer: 'Page' },
  { columns: 2, header: 'Field records, edition of 2026' },
  { romanPages: 3, footer: 'Field records, page' },
  { columns: 2, lineOrder: 'across', footer: 'Page' },
  {},
  { columns: 2, romanPages: 3, header: 'Field records', footer: 'Page' },
];

/** The sixty records: ten families of six, in four formats, each with four answerable questions. */
export function makeRecords(seed = 'field records'): RecordFile[] {
  return families.flatMap((family, row) =>
    family.names.map((name, column) =>
      makeRecord(family, column, row * family.names.length + column, `${seed} ${name}`),
    ),
  );
}

function makeRecord(family: RecordFamily, index: number, number: number, seed: string): RecordFile {
  const random = createRandom(seed);
  const [omitted, ...stated] = random.shuffle(family.attributes) as [Attribute, ...Attribute[]];
  const { sections, facts } = writeSections(family, index, stated, random);
  const document = toDocument(sections, number, random);
  const name = family.names[index]!;
  const subject = getSubject(family, name);
  const file = `${subject.replace(/^the /, '')}.${document.format}`;
  const id = `${family.name}-${name}`.toLowerCase().replaceAll(' ', '-');
  const questions = facts.slice(0, QUESTIONS_PER_RECORD).map((fact, factIndex) => ({
    id: `${id}-${factIndex + 1}`,
    text: fillTemplate(fact.attribute.question, subject),
    folder: family.name,
    file,
    sentence: fact.sentence,
    answer: fact.value,
    ...findLocation(fact, document),
  }));
  const unanswerable: UnanswerableQuestion = {
    id: `${id}-none`,
    text: fillTemplate(omitted.question, subject),
    reason: 'not stated',
  };
  return { family: family.name, name: file, document, questions, unanswerable };
}

function findLocation({ sentence }: Fact, document: DocumentPlan): Pick<LocatedText, 'location' | 'label'> {
  const match = listTexts(document).find(({ text }) => text.includes(sentence));
  if (!match) throw new Error(`The record does not contain: ${sentence}`);
  return match.label ? { location: match.location, label: match.label } : { location: match.location };
}

function toDocument(sections: RecordSection[], number: number, random: Random): DocumentPlan {
  const format = formats[number % formats.length]!;
  switch (format) {
    case 'pdf':
      return toPdf(sections, pdfStyles[Math.floor(number / 3) % pdfStyles.length]!);
    case 'docx':
      return { format, sections: toDocxSections(sections), header: 'Field records, edition of 2026' };
    case 'pptx':
      return {
        format,
        slides: sections.map(({ title, paragraphs }) => ({
          title,
          bullets: random.shuffle(splitSentences(paragraphs)),
        })),
      };
    case 'txt':
      return { format, paragraphs: sections.flatMap(({ title, paragraphs }) => [title.toUpperCase(), ...paragraphs]) };
    default:
      return format satisfies never;
  }
}

function toPdf(sections: RecordSection[], style: PdfStyle): DocumentPlan {
  const front = [
    ['Field records'],
    ['Contents', ...sections.map(({ title }) => title)],
    ['Preface', 'Thanks are due to all who lent a hand.'],
  ];
  const body = sections.map(({ title, paragraphs }) => [title, ...paragraphs]);
  return { format: 'pdf', pages: style.romanPages ? [...front, ...body] : body, style };
}

/** Two sections per chapter: the first has the chapter's heading, the second a subheading. */
function toDocxSections(sections: RecordSection[]): DocxSection[] {
  return sections.map(({ title, paragraphs }, index) => ({
    heading: title,
    level: index % 2 === 0 ? 1 : 2,
    paragraphs,
  }));
}

function splitSentences(paragraphs: string[]): string[] {
  return paragraphs.flatMap((paragraph) => paragraph.split(/(?<=[.]) (?=[A-Z])/));
}
