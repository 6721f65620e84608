import { splitWords } from './words.ts';
import type { Word } from './words.ts';

/** Up to three consecutive meaningful words, as written, with their weight in the text. */
export type Phrase = { text: string; terms: string[]; isName: boolean; weight: number };

const MAX_WORDS = 3;
/** Frequent words that are not topics. */
const FILLER_WORDS = new Set(
  (
    'add adds answer answers april ask asked august become becomes begin big billion call called came come comes crown crowns current day days december ' +
    'different docx dollar dollars done euro euros every everyone february first friday full general give given gives go ' +
    'goes good great happen held hold hour hours hundred include included includes including january july june keep kept know ' +
    'large last later made make makes many march mean means million minute minutes monday month months need needed needs new november ' +
    'next october old page part pdf percent place put quarter receive received receives run runs saturday say says see send sent september set show ' +
    'shown shows small sunday take taken takes tell text thank thanks thing things thousand thursday time told tuesday two txt use used ' +
    'uses want wednesday week weeks whole work works write year years'
  ).split(' '),
);

/** Weight of a heading, compared with 1 for a phrase in a sentence: headings describe the topic better. */
const HEADING_WEIGHT = 3;

/** The topics of a text, best first: headings and names before common words, frequent before rare ones (as in RAKE). */
export function findKeyPhrases(sentences: string[], headings: string[]): Phrase[] {
  const phrases = new Map<string, Phrase>();
  for (const heading of headings) addHeading(phrases, heading);
  for (const sentence of sentences) for (const run of splitIntoRuns(sentence)) addPhrase(phrases, run, 1);
  return [...phrases.values()].sort((a, b) => getScore(b) - getScore(a));
}

/** Adds a heading with its stop words, so that it stays readable. */
function addHeading(phrases: Map<string, Phrase>, heading: string): void {
  const words = splitWords(heading);
  const terms = words.flatMap((word) => (word.isStopWord ? [] : [word.term]));
  if (terms.length === 0 || words.length > 5) return;
  const isName = words.every((word) => word.isStopWord || /^\p{Lu}/u.test(word.text));
  phrases.set(terms.join(' '), { text: heading, terms, isName, weight: HEADING_WEIGHT * 1.8 });
}

function addPhrase(phrases: Map<string, Phrase>, run: Word[], weight: number): void {
  const words = run.slice(0, MAX_WORDS);
  if (words.length === 0) return;
  const key = words.map((word) => word.term).join(' ');
  const isName = words.every((word) => /^\p{Lu}/u.test(word.text));
  const value = words.length === 1 ? weight : 1.8 * weight;
  const existing = phrases.get(key);
  if (existing) existing.weight += value;
  else
    phrases.set(key, {
      text: words.map((word) => word.text).join(' '),
      terms: words.map((word) => word.term),
      isName,
      weight: value,
    });
}

function isMeaningful(word: Word): boolean {
  return !word.isStopWord && !FILLER_WORDS.has(word.folded) && !/^\p{N}/u.test(word.text) && word.text.length > 2;
}

function getScore({ weight, isName }: Phrase): number {
  return weight * (isName ? 1.5 : 1);
}

/** Sequences of meaningful words; stop words, punctuation and numbers end a sequence. */
function splitIntoRuns(text: string): Word[][] {
  const runs: Word[][] = [];
  for (const clause of text.split(/[.!?…,;:()"“”‘«»|\n–—]+|\s-\s/u)) {
    let run: Word[] = [];
    for (const word of splitWords(clause)) {
      if (isMeaningful(word)) {
        run.push(word);
        continue;
      }
      if (run.length > 0) runs.push(run);
      run = [];
    }
    if (run.length > 0) runs.push(run);
  }
  return runs;
}
