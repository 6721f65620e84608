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

/** A longer message is a pasted text with a question above or below it. */
const MIN_PASTED_LENGTH = 300;

function separatePastedText(message: string): { question: string; pasted: Passage[] } {
  const lines = message.split('\n');
  const [first = '', last = ''] = [lines[0], lines.at(-1)];
  if (message.length < MIN_PASTED_LENGTH || lines.length < 2) return { question: message, pasted: [] };
  const isBelow = /\?\s*$/.test(last) && !/[?:]\s*$/.test(first);
  const [question, text] = isBelow ? [last, lines.slice(0, -1)] : [first, lines.slice(1)];
  return { question, pasted: [{ n: undefined, source: 'Your text', place: '', text: text.join('\n') }] };
}
