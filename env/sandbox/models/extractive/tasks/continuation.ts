import { getText, type ChatMessage } from '#sandbox/models/openai/apiTypes.ts';

const REQUEST = /^Continue your last answer exactly where it stops\b/;

/** The conversation before an answer that is to be continued, with the answer so far; `undefined` for other requests. */
export function parseContinuation(messages: ChatMessage[]): { messages: ChatMessage[]; prior: string } | undefined {
  const [answer, request] = messages.slice(-2);
  if (answer?.role !== 'assistant' || request?.role !== 'user' || !REQUEST.test(getText(request))) return undefined;
  return { messages: messages.slice(0, -2), prior: getText(answer) };
}

/** The rest of a text after its beginning. If the text does not start with that beginning, returns it whole. */
export function removeBeginning(text: string, beginning: string): string {
  const start = beginning.trimEnd();
  if (!text.startsWith(start)) return text;
  return text.slice(start.length) || 'That is all.';
}
