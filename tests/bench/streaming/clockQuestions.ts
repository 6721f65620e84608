import { chatResponse, newChat } from '#contract/chats/chat.ts';
import { addressOf } from '#contract/client.ts';
import type { TestApp } from '#tests/harness/app/startApp.ts';

/** The question that the model server's `clock` scenario answers with timestamps. */
export const QUESTION = 'what time is it?';
const MODEL = 'gpt-4.1-foundry-2025-04-14';

/** A POST request. */
export interface HttpPost {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** Makes the model server answer `QUESTION` with `deltas` deltas, one every `ms` milliseconds. */
export async function startClockScenario(app: TestApp, deltas: number, ms: number): Promise<void> {
  await app.control('models', 'reset');
  await app.control('models', 'pace', { ms: 0 });
  await app.control('models', 'scenario', { name: 'clock', deltas, ms, match: QUESTION });
}

const tokens = new WeakMap<TestApp, Map<string, Promise<string>>>();

function getToken(app: TestApp, person: string): Promise<string> {
  const cache = tokens.get(app) ?? new Map<string, Promise<string>>();
  tokens.set(app, cache);
  const token = cache.get(person) ?? app.getToken({ person });
  cache.set(person, token);
  return token;
}

/** Makes a request that asks AVA the question in a new chat. */
export async function makeAvaRequest(app: TestApp, person: string): Promise<HttpPost> {
  const { ConversationId } = await app.as(person).call(newChat, {});
  const query = { convo_id: ConversationId, event_session_id: crypto.randomUUID(), model: MODEL, text: QUESTION };
  return {
    url: app.url + addressOf(chatResponse, query),
    headers: {
      authorization: `Bearer ${await getToken(app, person)}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ text: QUESTION }).toString(),
  };
}

/** Makes a request that asks the model server the same question, directly or through a relay at `origin`. */
export function makeModelRequest(origin: string): HttpPost {
  return {
    url: `${origin}/v1/chat/completions`,
    headers: { authorization: 'Bearer sandbox-needs-no-key', 'content-type': 'application/json' },
    body: JSON.stringify({ model: MODEL, stream: true, messages: [{ role: 'user', content: QUESTION }] }),
  };
}
