import { BETWEEN, chooseSentences, getQuestionTerms, removeHow } from './quote.ts';
import { splitPassages } from './sentences.ts';
import { isAboutModel, QUESTIONS_WITHOUT_TEXT } from './talk.ts';
import { getTerms, splitWords } from '#sandbox/models/words.ts';
import type { Conversation } from './conversation.ts';
import type { Passage } from './passages.ts';
import type { Word } from '#sandbox/models/words.ts';

/** Runs the task that a system prompt names after `Task:`. */
export function runTask(task: string, conversation: Conversation): string {
  const { questions, question } = conversation;
  switch (task) {
    case 'title':
      return createTitle(questions);
    case 'follow-up questions':
      return JSON.stringify(suggestQuestions(conversation));
    case 'search queries':
      return JSON.stringify(planSearch(question));
    case 'research plan':
      return JSON.stringify({ questions: planResearch(question) });
    case 'research report':
      return writeReport(conversation);
    case 'bullets':
      return createBullets(question);
    default:
      // The task is to write a super prompt. This model can't write one, so it returns the step's prompt unchanged.
      return readTags(question, 'prompt').at(-1) ?? '';
  }
}

/** The texts in tags such as `<question>` of a prompt. */
function readTags(text: string, name: string): string[] {
  return text
    .split(`<${name}>`)
    .slice(1)
    .map((rest) => (rest.split(`</${name}>`)[0] ?? '').replaceAll('&lt;', '<'));
}

const MAX_BULLETS = 4;

/** Bullets for the parts of a request: the first sentences of each. */
function createBullets(request: string): string {
  const parts = readTags(request, 'part').map((text, index) => {
    const passage = { n: undefined, source: '', place: '', text };
    const bullets = splitPassages([passage]).slice(0, MAX_BULLETS);
    return [`## ${index + 1}`, ...bullets.map((sentence) => `- ${sentence.text.replace(/\.$/, '')}`)].join('\n');
  });
  return parts.join('\n\n');
}

const MAX_TITLE_WORDS = 6;

/** The words of the first message that has more than stop words, from its first word that is no stop word. */
function createTitle(questions: readonly string[]): string {
  const isContent = (word: Word) => !word.isStopWord;
  const words =
    questions
      .filter((text) => !isAboutModel(text))
      .map((text) => splitWords(removeHow(text)))
      .find((all) => all.some(isContent)) ?? [];
  const start = words.slice(words.findIndex(isContent)).slice(0, MAX_TITLE_WORDS);
  const title = start.slice(0, start.findLastIndex(isContent) + 1).map(({ text }) => text);
  return title.join(' ').replace(/^\p{L}/u, (letter) => letter.toUpperCase()) || 'New Chat';
}

const MAX_QUERY_WORDS = 12;

/**
 * Plans a search: the words of the question, and whether it is a question or a statement. If the question has fewer than
 * two terms, the words of the question before it are added.
 */
function planSearch(request: string) {
  const earlier = readTags(request, 'earlier_question').at(-1) ?? '';
  const question = readTags(request, 'question').at(-1) ?? '';
  const text = getQuestionTerms(question).length < 2 ? `${question} ${earlier}` : question;
  const words = splitWords(removeHow(text)).filter(({ isStopWord }) => !isStopWord);
  const query = [...new Set(words.map((word) => word.text))].slice(0, MAX_QUERY_WORDS).join(' ');
  const intent = question.trimEnd().endsWith('?')
    ? { category: 'question', reason: 'The message ends with a question mark.' }
    : { category: 'statement', reason: 'The message does not end with a question mark.' };
  return { queries: [query || question], ...intent };
}

const MAX_PLANNED = 6;

/** The questions of a request: its lines and the questions in them that have words to search for. */
function planResearch(request: string): string[] {
  const text = readTags(request, 'question').at(-1) ?? '';
  const parts = text.split('\n').flatMap((line) => line.split(BETWEEN));
  const planned = parts.map((part) => part.trim()).filter((part) => getQuestionTerms(part).length > 0);
  return planned.length > 0 ? planned.slice(0, MAX_PLANNED) : [text];
}

/** The findings under their questions, after the first line of each. This model can't put them in other words. */
function writeReport({ passages }: Conversation): string {
  const findings = passages.find(({ source }) => source === 'Findings')?.text ?? '';
  const sections = findings
    .split(/^## /m)
    .slice(1)
    .map((section) => section.split('\n').filter((line) => line.trim() !== ''))
    .map(([title = '', ...lines]) => ({ title, lines }));
  const summary = sections.flatMap(({ lines }) => lines[0] ?? []).join('\n\n');
  const rest = sections.map(({ title, lines }) => `## ${title}\n\n${lines.join('\n\n')}`);
  return [`## Summary\n\n${summary}`, ...rest].join('\n\n');
}

const MAX_QUESTIONS = 3;

/** Questions about things in the passages. Each one is answered by a sentence that the answer has not quoted. */
function suggestQuestions({ passages, questions, answer }: Conversation): string[] {
  // The last message is the request for the questions.
  const earlier = questions.slice(0, -1);
  if (passages.length === 0) return QUESTIONS_WITHOUT_TEXT.filter((question) => !earlier.includes(question));
  const asked = new Set(earlier.flatMap(getQuestionTerms));
  const suggested: string[] = [];
  for (const { text } of splitPassages(passages)) {
    const thing = answer.includes(text) ? undefined : findThing(text, asked);
    if (thing === undefined) continue;
    const question = `What about “${thing}”?`;
    const { isAnswer, sentences } = chooseSentences(passages, question);
    if (!isAnswer || !sentences.some((sentence) => sentence.text === text)) continue;
    suggested.push(question);
    for (const term of getQuestionTerms(thing)) asked.add(term);
    if (suggested.length === MAX_QUESTIONS) break;
  }
  return suggested;
}

/** Two or three words between stop words, mostly a noun with its adjectives, which no question has contained yet. */
function findThing(sentence: string, asked: ReadonlySet<string>): string | undefined {
  const words = sentence.split(/\s+/).map((word) => (getTerms(word).length > 0 ? word : '|'));
  const runs = words.join(' ').split(/ ?[|.,;:!?()“”"] ?/);
  // In "The table says" and "Prices rose", the last word is a verb.
  const mayBeSentence = (run: string) => /^$|\b(?:the|an?) $/i.test(sentence.slice(0, sentence.indexOf(run)));
  return runs.find(
    (run) =>
      /^\p{L}{2,30}(?:[ -]\p{L}{2,30}){1,2}(?<!ed)$/u.test(run) &&
      !(run.endsWith('s') && mayBeSentence(run)) &&
      getTerms(run).every((term) => !asked.has(term)),
  );
}

const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const POINTS = new RegExp(String.raw`\b(\d{1,2}|${NUMBERS.join('|')}) (?:points?|sentences?|lines?|things?)\b`, 'i');
const DEFAULT_POINTS = 5;

/** Whether a message asks for a summary, or contains only stop words, which match no sentence. */
export function asksForSummary(message: string): boolean {
  return /\b(?:summar|sum up|main points)/i.test(message) || getQuestionTerms(message).length === 0;
}

/** The first sentence of each passage, or the first sentences of a text with fewer passages than points. */
export function summarize(passages: readonly Passage[], request: string): string {
  const number = POINTS.exec(request)?.[1]?.toLowerCase() ?? '';
  const points = Number(number) || NUMBERS.indexOf(number) + 1 || DEFAULT_POINTS;
  const sentences = splitPassages(passages);
  const first = sentences.filter(({ passage }, index) => passage !== sentences[index - 1]?.passage);
  const chosen = [...new Set([...first, ...sentences])].slice(0, points);
  const lines = sentences
    .filter((sentence) => chosen.includes(sentence))
    .map(({ text, passage: { place, n } }) => `- ${text}${place && ` (${place})`}${n === undefined ? '' : ` [${n}]`}`);
  return lines.join('\n') || 'The text has no sentence to quote.';
}
