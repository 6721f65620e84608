import { outsidePassages, passagesIn } from './text/passageParser.ts';
import { wordsOf } from './text/words.ts';
import { imagesOf, textOf } from '../openai/apiTypes.ts';
import type { Passage } from './text/passageParser.ts';
import type { ChatMessage, ImagePart } from '../openai/apiTypes.ts';

/** A request's messages as the model reads them. Documents never speak: passages are taken out of what anybody says. */
export type Conversation = {
  /** What the system prompts say. */
  system: string;
  /** What the person said last, whole. */
  last: string;
  /** The person's questions, turn by turn, oldest first; of a very long one its beginning and end. */
  turns: string[];
  /** What person and assistant said, oldest first. */
  spoken: string[];
  passages: Passage[];
  /** Images of the last turn. */
  images: ImagePart[];
};

/** Words from which a person's message is taken for a pasted text with a question to it. */
const LONG_MESSAGE = 60;

export function conversationOf(messages: ChatMessage[]): Conversation {
  const said = (roles: string[]) =>
    messages.filter(({ role }) => roles.includes(role)).map((message) => outsidePassages(textOf(message)));
  const marked = messages.flatMap((message) => passagesIn(textOf(message)));
  const persons = said(['user']).map((text) => splitPasted(text));
  const last = messages.findLast(({ role }) => role === 'user');
  return {
    system: said(['system', 'developer']).join('\n'),
    last: persons.at(-1)?.question ?? '',
    turns: persons.map(({ question }) => ends(question)),
    spoken: said(['user', 'assistant']).filter(Boolean),
    passages: marked.length > 0 ? marked : persons.flatMap(({ pasted }) => pasted),
    images: last ? imagesOf(last) : [],
  };
}

/** Characters of a turn that are read as a question, half from its beginning and half from its end. */
const MOST_OF_A_TURN = 1200;

function ends(text: string): string {
  if (text.length <= MOST_OF_A_TURN) return text;
  return `${text.slice(0, MOST_OF_A_TURN / 2)}\n${text.slice(-MOST_OF_A_TURN / 2)}`;
}

/** Tells a question from the long text that was pasted below, above or after a colon. */
function splitPasted(text: string): { question: string; pasted: Passage[] } {
  if (wordsOf(text).length < LONG_MESSAGE) return { question: text, pasted: [] };
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const first = lines[0] ?? '';
  const last = lines.at(-1) ?? '';
  if (lines.length > 1 && isQuestion(first)) return { question: first, pasted: [pastedText(lines.slice(1))] };
  if (lines.length > 1 && isQuestion(last)) return { question: last, pasted: [pastedText(lines.slice(0, -1))] };
  const colon = /^([^\n:]{3,120}):\s+([\s\S]+)$/.exec(text);
  if (colon) return { question: colon[1] ?? '', pasted: [pastedText([colon[2] ?? ''])] };
  return { question: text, pasted: [] };
}

function isQuestion(line: string): boolean {
  return (
    wordsOf(line).length <= 30 &&
    /[?:]$|^(?:please |can you |could you )?(?:summari[sz]e|sum up|explain|list|what|who|when|where|why|how|which|tl;?dr)\b/i.test(
      line,
    )
  );
}

function pastedText(lines: string[]): Passage {
  return { n: undefined, source: 'Your text', place: '', text: lines.join('\n') };
}
