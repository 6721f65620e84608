import { removePassages, parsePassages } from './text/passageParser.ts';
import { splitWords } from './text/words.ts';
import { getImages, getText } from '#sandbox/models/openai/apiTypes.ts';
import type { Passage } from './text/passageParser.ts';
import type { ChatMessage, ImagePart } from '#sandbox/models/openai/apiTypes.ts';

/** A parsed request. Passages are removed from all messages, so that text of a document is never read as an instruction. */
export type Conversation = {
  /** Text of the system prompts. */
  system: string;
  /** The person's last message without passages and pasted text, but not shortened. */
  lastMessage: string;
  /** The person's questions, oldest first; long ones are shortened to their start and end. */
  turns: string[];
  /** The messages of the person and the assistant, oldest first. */
  dialog: string[];
  /** The assistant's messages, oldest first. */
  answers: string[];
  passages: Passage[];
  /** Images of the person's last message. */
  images: ImagePart[];
};

/** Minimum words of a message that counts as a pasted text with a question about it. */
const MIN_PASTED_WORDS = 60;

export function parseConversation(messages: ChatMessage[]): Conversation {
  const getTexts = (roles: string[]) =>
    messages.filter(({ role }) => roles.includes(role)).map((message) => removePassages(getText(message)));
  const passages = messages.flatMap((message) => readPassages(getText(message)));
  const userMessages = getTexts(['user']).map((text) => splitPastedText(text));
  const last = messages.findLast(({ role }) => role === 'user');
  return {
    system: getTexts(['system', 'developer']).join('\n'),
    lastMessage: userMessages.at(-1)?.question ?? '',
    turns: userMessages.map(({ question }) => shortenTurn(question)),
    dialog: getTexts(['user', 'assistant']).filter(Boolean),
    answers: getTexts(['assistant']),
    passages: passages.length > 0 ? passages : userMessages.flatMap(({ pasted }) => pasted),
    images: last ? getImages(last) : [],
  };
}

/** The line above the passages of a search, best ones first. */
const FOUND = 'What was found for the question:\n';
/** With more passages, a comparison of words takes one that only shares some for the answer. */
const MAX_FOUND = 12;

function readPassages(text: string): Passage[] {
  const start = text.indexOf(FOUND);
  if (start < 0) return parsePassages(text);
  return [...parsePassages(text.slice(0, start)), ...parsePassages(text.slice(start)).slice(0, MAX_FOUND)];
}

/** Maximum characters of a turn: half from its start, half from its end. */
const MAX_TURN_LENGTH = 1200;

function shortenTurn(text: string): string {
  if (text.length <= MAX_TURN_LENGTH) return text;
  return `${text.slice(0, MAX_TURN_LENGTH / 2)}\n${text.slice(-MAX_TURN_LENGTH / 2)}`;
}

/** Separates a question from a long text below it, above it or after a colon. */
function splitPastedText(text: string): { question: string; pasted: Passage[] } {
  if (splitWords(text).length < MIN_PASTED_WORDS) return { question: text, pasted: [] };
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const first = lines[0] ?? '';
  const last = lines.at(-1) ?? '';
  if (lines.length > 1 && isQuestion(first)) return { question: first, pasted: [toPastedPassage(lines.slice(1))] };
  if (lines.length > 1 && isQuestion(last)) return { question: last, pasted: [toPastedPassage(lines.slice(0, -1))] };
  const colon = /^([^\n:]{3,120}):\s+([\s\S]+)$/.exec(text);
  if (colon) return { question: colon[1] ?? '', pasted: [toPastedPassage([colon[2] ?? ''])] };
  return { question: text, pasted: [] };
}

function isQuestion(line: string): boolean {
  return (
    splitWords(line).length <= 30 &&
    /[?:]$|^(?:please |can you |could you )?(?:summari[sz]e|sum up|explain|list|what|who|when|where|why|how|which|tl;?dr)\b/i.test(
      line,
    )
  );
}

function toPastedPassage(lines: string[]): Passage {
  return { n: undefined, source: 'Your text', location: '', text: lines.join('\n') };
}
