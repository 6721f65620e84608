import type { Random } from '#sandbox/random.ts';
import type { Attribute, RecordFamily } from './recordFamily.ts';
import { fillerSentences, sectionTitles } from './fillerTexts.ts';

/** Content of one page, slide or section, independent of the file format. */
export type RecordSection = { title: string; paragraphs: string[] };

/** A statement of a record. */
export type Fact = { attribute: Attribute; sentence: string; value: string };

/** Fills in subject and value, and capitalizes the first letter. */
export function fillTemplate(template: string, subject: string, value = ''): string {
  const text = template.replaceAll('{s}', subject).replaceAll('{v}', value);
  return text[0]!.toUpperCase() + text.slice(1);
}

export function getSubject(family: RecordFamily, name: string): string {
  return family.subject.replace('{n}', name);
}

const SECTION_COUNT = 6;

/**
 * Spreads the facts about one subject over sections, at most one fact per section. Sentences that can be confused with
 * a fact are in other sections: its distractor, and the same statement about the namesake.
 */
export function writeSections(
  family: RecordFamily,
  index: number,
  attributes: Attribute[],
  random: Random,
): { sections: RecordSection[]; facts: Fact[] } {
  const subject = getSubject(family, family.names[index]!);
  const namesake = getSubject(family, family.namesakes[index]!);
  const usedValues = new Set<string>();
  const sentences: string[][] = Array.from({ length: SECTION_COUNT }, () => []);
  const order = random.shuffle(sentences.map((_, section) => section));
  const facts = attributes.map((attribute, factIndex): Fact => {
    const { statement, distractor } = attribute;
    const section = order[factIndex % SECTION_COUNT]!;
    const value = pickValue(attribute, usedValues, random);
    const sentence = fillTemplate(statement, subject, value);
    sentences[section]!.push(sentence);
    sentences[(section + 1) % SECTION_COUNT]!.push(
      fillTemplate(distractor, subject, pickValue(attribute, usedValues, random)),
    );
    sentences[(section + 3) % SECTION_COUNT]!.push(
      fillTemplate(statement, namesake, pickValue(attribute, usedValues, random)),
    );
    return { attribute, sentence, value };
  });
  const titles = random.shuffle(sectionTitles);
  const sections = sentences.map((sectionSentences, section) => ({
    title: titles[section]!,
    paragraphs: writeParagraphs(sectionSentences, subject, random),
  }));
  return { sections, facts };
}

/** Puts each sentence between two fillers, and adds a paragraph of fillers only. */
function writeParagraphs(sentences: string[], subject: string, random: Random): string[] {
  const fillers = random.shuffle(fillerSentences).map((filler) => fillTemplate(filler, subject));
  const takeFiller = () => fillers.pop()!;
  return [
    ...random.shuffle(sentences).map((sentence) => `${takeFiller()} ${sentence} ${takeFiller()}`),
    `${takeFiller()} ${takeFiller()}`,
  ];
}

/** A value that occurs once in the record, so that an answer shows which sentence it came from. */
function pickValue({ values }: Attribute, usedValues: Set<string>, random: Random): string {
  const draw = () => {
    const [min, max] = values;
    if (typeof min === 'number' && typeof max === 'number') return String(random.between(min, max));
    return random.pick(values as string[]);
  };
  let value = draw();
  while (usedValues.has(value)) value = draw();
  usedValues.add(value);
  return value;
}
