import { splitWords } from '#sandbox/models/extractive/text/words.ts';

const MAX_WORDS = 6;
const NO_TITLE = 'New Chat';

/** First words of questions and requests, which titles omit. */
const OPENING =
  /^(?:\s*(?:hi|hello|hey|dear|good (?:morning|afternoon|evening)|please|kindly|thanks|ok(?:ay)?|so|well|and|but|(?:can|could|would|will) you|i(?:'d| would) like (?:you )?to|i (?:want|need) (?:you )?to|help me(?: to)?|let's|tell me(?: about)?|give me|show me|find out|do you know|explain(?: to me)?|describe|what(?:'s| is| are| was| were| does| do| did)|who(?:'s| is| are| was)|when(?:'s| is| are| was| do| does| did)|where(?:'s| is| are| do| does)|why(?: is| are| do| does| did)?|how (?:do|does|can|should|many|much|long|often|to|is|are)(?: (?:i|we|you|they))?|which|the|an?|my|our|your|about|ava)\b[\s,.!:-]*)+/iu;
const SMALL_WORDS = new Set(
  'a an and as at but by for from in into nor of on or over per the to up via vs with'.split(' '),
);

/** Creates a title of at most six words from the first meaningful turn; `NO_TITLE` without one. */
export function createTitle(turns: string[]): string {
  const turn = turns.find((text) => splitWords(text.replace(OPENING, '')).some((word) => !word.isStopWord)) ?? '';
  const sentence = getFirstSentence(turn.replace(/```[\s\S]*?```|https?:\/\/\S+/g, ' ')).replace(OPENING, '');
  const words = trimSmallWords(sentence.split(/\s+/).map(stripPunctuation).filter(Boolean));
  return toTitleCase(words.length <= MAX_WORDS ? words : shortenTitle(words)) || NO_TITLE;
}

function getFirstSentence(text: string): string {
  return text.trim().split(/(?<=[.!?])\s+|\n/)[0] ?? '';
}

function stripPunctuation(word: string): string {
  return word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}%]+$/gu, '');
}

/** Returns the first words of a sentence if they form a phrase, otherwise its meaningful words in order. */
function shortenTitle(words: string[]): string[] {
  const first = trimSmallWords(words.slice(0, MAX_WORDS));
  return first.filter(isMeaningful).length >= 3 ? first : words.filter(isMeaningful).slice(0, MAX_WORDS);
}

function isMeaningful(word: string): boolean {
  return splitWords(word).some(({ isStopWord }) => !isStopWord);
}

/** Removes small words from the end of a title. */
function trimSmallWords(words: string[]): string[] {
  const last = words.findLastIndex(isMeaningful);
  return words.slice(0, last + 1);
}

/** Capitalizes words, except small ones after the first word. Words with a capital letter inside stay unchanged. */
export function toTitleCase(words: string[]): string {
  return words
    .map((word, index) => {
      if (/\p{Lu}/u.test(word.slice(1))) return word;
      const lower = word.toLowerCase();
      return index > 0 && SMALL_WORDS.has(lower) ? lower : lower.charAt(0).toUpperCase() + lower.slice(1);
    })
    .join(' ');
}
