import { parsePassages, removePassages } from './passages.ts';
import { getImages, getText } from '#sandbox/models/openai/apiTypes.ts';
import type { Passage } from './passages.ts';
import type { ChatMessage, ImagePart, Role } from '#sandbox/models/openai/apiTypes.ts';

/** A parsed request. Passages are removed from all texts, so that text of a document is never read as an instruction. */
export type Conversation = {
  system: string;
  /** The person's messages, oldest first. */
  questions: string[];
  /** The person's last message. */
  question: string;
  /** The last message of the assistant. */
  answer: string;
  passages: Passage[];
  /** Images of the person's last message. */
  images: ImagePart[];
};

export function parseConversation(messages: readonly ChatMessage[]): Conversation {
  const getTexts = (...roles: Role[]) =>
    messages.filter(({ role }) => roles.includes(role)).map((message) => removePassages(getText(message)));
  const given = messages.flatMap((message) => parsePassages(getText(message)));
  const asked = getTexts('user').map(separatePastedText);
  const last = messages.findLast(({ role }) => role === 'user');
  return {
    system: getTexts('system', 'developer').join('\n'),
    questions: asked.map(({ question }) => question),
    question: asked.at(-1)?.question ?? '',
    answer: getTexts('assistant').at(-1) ?? '',
    passages: given.length > 0 ? given : asked.flatMap(({ pasted }) => pasted),
    images: last ? getImages(last) : [],
  };
}

/** A longer message is a pasted text, if a question or a request for a summary is above or below it. */
const MIN_PASTED_LENGTH = 300;
const REQUEST = /[?:]\s*$|\bsummar/i;

function separatePastedText(message: string): { question: string; pasted: Passage[] } {
  const lines = message.split('\n');
  const [first = '', last = ''] = [lines[0], lines.at(-1)];
  const question = message.startsWith('repeat after me') ? undefined : [first, last].find((line) => REQUEST.test(line));
  if (message.length < MIN_PASTED_LENGTH || lines.length < 2 || question === undefined)
    return { question: message, pasted: [] };
  const text = lines.filter((line) => line !== question).join('\n');
  return { question, pasted: [{ n: undefined, source: 'Your text', place: '', text }] };
}
