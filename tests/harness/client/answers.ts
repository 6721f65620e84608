import { randomUUID } from 'node:crypto';
import { chatResponseWithContext, getChat, getChats, newChat, type Chat } from '#contract/chats/chat.ts';
import type { Client } from '#contract/client.ts';
import { applyEvent, emptyAnswer, type Answer, type AnswerEvent } from '#contract/runs/answerEvents.ts';
import type { MessageFile } from './uploads.ts';

export const MODEL = 'gpt-4.1-foundry-2025-04-14';

/** Creates an empty chat and returns its id. */
export async function makeChat(person: Client): Promise<string> {
  return (await person.call(newChat, {})).ConversationId;
}

export async function getLatestChat(person: Client): Promise<Chat> {
  const [latest] = (await person.call(getChats, { limit: 1 })).chats;
  return person.call(getChat, { convo_id: latest?.ConversationId ?? '' });
}

interface MessageInput {
  convo_id: string;
  text: string;
  event_session_id?: string;
  request_id?: string;
  model?: string;
  file_context?: MessageFile[];
}

/** Sends a message and opens the stream of its answer. */
export function openAnswer(person: Client, message: MessageInput, signal?: AbortSignal) {
  const input = { event_session_id: randomUUID(), model: MODEL, ...message };
  return person.stream(chatResponseWithContext, input, signal ? { signal } : {});
}

/** Sends a message and waits for the end of its answer. */
export async function ask(person: Client, message: MessageInput): Promise<Answer> {
  return foldAnswer(await collect(await openAnswer(person, message)));
}

export async function collect<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of stream) items.push(item);
  return items;
}

/** Folds events into an answer, as the tab does. */
export function foldAnswer(events: readonly AnswerEvent[]): Answer {
  const answer = emptyAnswer(randomUUID(), null);
  for (const event of events) applyEvent(answer, event);
  return answer;
}
