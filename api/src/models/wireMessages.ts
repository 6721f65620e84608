import type { ModelMessage } from './prompt.ts';

type UserMessage = Extract<ModelMessage, { role: 'user' }>;
type Parts = Exclude<UserMessage['content'], string>;

/**
 * The messages as every server accepts them: one user message a turn, because the templates of Mistral, Gemma and Llama
 * refuse two in a row, and no empty message, which Anthropic refuses.
 */
export function toWireMessages(messages: readonly ModelMessage[]): ModelMessage[] {
  const wire: ModelMessage[] = [];
  for (const message of messages) {
    if (isEmpty(message)) continue;
    const last = wire.at(-1);
    if (message.role === 'user' && last?.role === 'user') wire[wire.length - 1] = joinUserMessages(last, message);
    else wire.push(message);
  }
  return wire;
}

function isEmpty(message: ModelMessage): boolean {
  if (message.role !== 'assistant' || message.tool_calls?.length) return false;
  return typeof message.content !== 'string' || message.content.trim() === '';
}

function joinUserMessages(first: UserMessage, second: UserMessage): UserMessage {
  if (typeof first.content === 'string' && typeof second.content === 'string')
    return { role: 'user', content: `${first.content}\n\n${second.content}` };
  return { role: 'user', content: [...toParts(first), ...toParts(second)] };
}

function toParts({ content }: UserMessage): Parts {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}
