import type { Random } from '../../random.ts';
import type { Attribute, Family } from './recordFamily.ts';
import { fillers, titles } from './fillerTexts.ts';

/** A page, a slide or a section before it is dressed as one. */
export type Leaf = { title: string; paragraphs: string[] };

/** Something a record states, on which leaf. */
export type Fact = { attribute: Attribute; sentence: string; value: string; leaf: number };

/** `{s}` at the beginning of a sentence is written with a capital. */
export function written(sentence: string, subject: string, value = ''): string {
  const text = sentence.replaceAll('{s}', subject).replaceAll('{v}', value);
  return text[0]!.toUpperCase() + text.slice(1);
}

export function subjectOf(family: Family, name: string): string {
  return family.subject.replace('{n}', name);
}

const LEAVES = 6;

/**
 * Spreads what is known of one subject over leaves, one fact on each but the last. What could be taken for a fact
 * stands on other leaves: the sentence that resembles it, and the same sentence about the namesake.
 */
export function leavesOf(
  family: Family,
  index: number,
  stated: Attribute[],
  random: Random,
): { leaves: Leaf[]; facts: Fact[] } {
  const subject = subjectOf(family, family.names[index]!);
  const namesake = subjectOf(family, family.namesakes[index]!);
  const used = new Set<string>();
  const sentences: string[][] = Array.from({ length: LEAVES }, () => []);
  const places = random.shuffled(sentences.map((_, leaf) => leaf));
  const facts = stated.map((attribute, order): Fact => {
    const leaf = places[order % LEAVES]!;
    const value = valueOf(attribute, used, random);
    const sentence = written(attribute.say, subject, value);
    sentences[leaf]!.push(sentence);
    sentences[(leaf + 1) % LEAVES]!.push(written(attribute.near, subject, valueOf(attribute, used, random)));
    sentences[(leaf + 3) % LEAVES]!.push(written(attribute.say, namesake, valueOf(attribute, used, random)));
    return { attribute, sentence, value, leaf };
  });
  const headings = random.shuffled(titles);
  const leaves = sentences.map((own, leaf) => ({ title: headings[leaf]!, paragraphs: around(own, subject, random) }));
  return { leaves, facts };
}

/** Each sentence in the middle of a paragraph, and a paragraph more that says nothing. */
function around(own: string[], subject: string, random: Random): string[] {
  const some = random.shuffled(fillers).map((filler) => written(filler, subject));
  const next = () => some.pop()!;
  return [...random.shuffled(own).map((sentence) => `${next()} ${sentence} ${next()}`), `${next()} ${next()}`];
}

/** A value that nothing else in the record has, so that an answer tells which sentence it was taken from. */
function valueOf({ values }: Attribute, used: Set<string>, random: Random): string {
  const draw = () => {
    const [least, most] = values;
    if (typeof least === 'number' && typeof most === 'number') return String(random.between(least, most));
    return random.pick(values as string[]);
  };
  let value = draw();
  while (used.has(value)) value = draw();
  used.add(value);
  return value;
}
