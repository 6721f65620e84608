import { chatResponse, newChat } from '../../api/contract/chat.ts';
import { addressOf } from '../../api/contract/client.ts';
import type { TestApp } from '../harness/app/startApp.ts';

/** What the model server answers with its clock. */
export const QUESTION = 'what time is it?';
const MODEL = 'gpt-4.1-foundry-2025-04-14';

/** A request as it goes over the wire. */
export interface Ask {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** Makes the model server answer `QUESTION` with `deltas` deltas, one every `ms`, and anything else at once. */
export async function armClock(app: TestApp, deltas: number, ms: number): Promise<void> {
  await app.control('models', 'reset');
  await app.control('models', 'pace', { ms: 0 });
  await app.control('models', 'scenario', { name: 'clock', deltas, ms, match: QUESTION });
}

const tokens = new WeakMap<TestApp, Map<string, Promise<string>>>();

function tokenOf(app: TestApp, person: string): Promise<string> {
  const known = tokens.get(app) ?? new Map<string, Promise<string>>();
  tokens.set(app, known);
  const token = known.get(person) ?? app.getToken({ person });
  known.set(person, token);
  return token;
}

/** A question to AVA in a new chat of a person. */
export async function askAva(app: TestApp, person: string): Promise<Ask> {
  const { ConversationId } = await app.as(person).call(newChat, {});
  const query = { convo_id: ConversationId, event_session_id: crypto.randomUUID(), model: MODEL, text: QUESTION };
  return {
    url: app.url + addressOf(chatResponse, query),
    headers: {
      authorization: `Bearer ${await tokenOf(app, person)}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ text: QUESTION }).toString(),
  };
}

/** The same question to the model server itself, or to whatever passes it on at `origin`. */
export function askModel(origin: string): Ask {
  return {
    url: `${origin}/v1/chat/completions`,
    headers: { authorization: 'Bearer sandbox-needs-no-key', 'content-type': 'application/json' },
    body: JSON.stringify({ model: MODEL, stream: true, messages: [{ role: 'user', content: QUESTION }] }),
  };
}
