import { splitWords } from './words.ts';
import type { Word } from './words.ts';

/** A run of up to three meaningful words, as written, with its weight in the text. */
export type Phrase = { text: string; terms: string[]; isName: boolean; weight: number };

const MAX_WORDS = 3;
/** Verbs and fillers that look like subjects to a counter of words. */
const FILLER_WORDS = new Set(
  (
    'add adds answer answers ask asked become becomes begin big call called come comes current day days different done every everyone first full general give ' +
    'given gives go goes good great happen held hold include included includes including keep kept know large last later made ' +
    'make makes many mean means need needed needs new next old part page pdf docx txt place put receive received say says see send sent set show shown ' +
    'euro euros dollar dollars hour hours minute minutes month months week weeks euro euros dollar dollars percent hour hours minute minutes month months week weeks quarter shows small take taken takes tell text thank thanks thing things time told two use used uses want whole work works write year years'
  ).split(' '),
);

/** Headings say what a text is about more than its sentences do. */
const HEADING_WEIGHT = 3;

/** The phrases that a text is about, weightiest first: headings and names before common words, frequent before rare (after RAKE). */
export function findKeyPhrases(sentences: string[], headings: string[]): Phrase[] {
  const found = new Map<string, Phrase>();
  for (const heading of headings) addHeading(found, heading);
  for (const sentence of sentences) for (const run of splitIntoRuns(sentence)) addPhrase(found, run, 1);
  return [...found.values()].sort((one, other) => getScore(other) - getScore(one));
}

/** A heading is taken whole: what it says stands between its small words too. */
function addHeading(found: Map<string, Phrase>, heading: string): void {
  const words = splitWords(heading);
  const terms = words.flatMap((word) => (word.isStopWord ? [] : [word.term]));
  if (terms.length === 0 || words.length > 5) return;
  const named = words.every((word) => word.isStopWord || /^\p{Lu}/u.test(word.text));
  found.set(terms.join(' '), { text: heading, terms, isName: named, weight: HEADING_WEIGHT * 1.8 });
}

function addPhrase(found: Map<string, Phrase>, run: Word[], weight: number): void {
  const words = run.slice(0, MAX_WORDS);
  if (words.length === 0) return;
  const key = words.map((word) => word.term).join(' ');
  const named = words.every((word) => /^\p{Lu}/u.test(word.text));
  const value = words.length === 1 ? weight : 1.8 * weight;
  const known = found.get(key);
  if (known) known.weight += value;
  else
    found.set(key, {
      text: words.map((word) => word.text).join(' '),
      terms: words.map((word) => word.term),
      isName: named,
      weight: value,
    });
}

function isMeaningful(word: Word): boolean {
  return !word.isStopWord && !FILLER_WORDS.has(word.folded) && !/^\p{N}/u.test(word.text) && word.text.length > 2;
}

function getScore({ weight, isName: named }: Phrase): number {
  return weight * (named ? 1.5 : 1);
}

/** Runs of neighbouring meaningful words, broken by stop words, punctuation and numbers. */
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
