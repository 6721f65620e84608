import { handbook } from './handbook.fixture.ts';
import { replyTo } from './reply.ts';
import type { ChatMessage, ChatRequest, ContentPart } from '#sandbox/models/openai/apiTypes.ts';

/** The handbook as AVA puts files into a prompt. */
export const passages = handbook
  .map(({ n, source, place, text }) => `<passage n="${n}" source="${source}" place="${place}">${text}</passage>`)
  .join('\n');

export const user = (content: string | ContentPart[]): ChatMessage => ({ role: 'user', content });
export const system = (content: string): ChatMessage => ({ role: 'system', content });
export const getReply = (messages: ChatMessage[], options: Partial<ChatRequest> = {}) => {
  const base = {
    model: 'o4-mini',
    stream: false,
    includeUsage: false,
    maxTokens: undefined,
    stop: [],
    seed: undefined,
  };
  return replyTo({ ...base, tools: [], toolChoice: 'auto', messages, ...options });
};
export const getReplyText = (...messages: ChatMessage[]): string => {
  const reply = getReply(messages);
  if (reply.kind !== 'text') throw new Error('Expected a text.');
  return reply.text;
};
