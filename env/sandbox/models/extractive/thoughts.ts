import { REASONING_MODEL } from '#sandbox/models/catalog.ts';
import type { ChatRequest } from '#sandbox/models/openai/apiTypes.ts';
import { parseConversation } from './conversation.ts';

const MAX_QUESTION_CHARACTERS = 200;

/** What the reasoning model thinks before it answers; empty for the other models. */
export function think({ model, messages }: Pick<ChatRequest, 'model' | 'messages'>): string {
  if (model !== REASONING_MODEL) return '';
  const { lastMessage, passages } = parseConversation(messages);
  const sources = [...new Set(passages.map(({ source }) => source))];
  const material =
    sources.length === 0
      ? 'There is no text that I could quote, so I can only do what needs none.'
      : `I have ${passages.length} passages of ${sources.join(', ')}. I look for the sentences that share its rare words, and read their neighbors, because these can restrict them.`;
  return [
    `The question is: ${lastMessage.slice(0, MAX_QUESTION_CHARACTERS)}`,
    material,
    'What I say must stand in the text. I answer in one step and name each source.',
  ].join('\n\n');
}
