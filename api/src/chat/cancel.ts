import type { Person } from '../identity/person.ts';
import { authorise } from '../policies/policies.ts';
import type { World } from '../world.ts';

/** Stops the answer that a client knows by its session id, or by the run's own id after a reload. */
export async function cancelAnswer(
  { store, runs }: World,
  person: Person,
  chatId: string,
  sessionId: string,
): Promise<boolean> {
  const chat = authorise(person, 'write', 'chat', await store.chats.find(chatId));
  const run = await store.runs.findUnended(chat.id, sessionId);
  if (!run) return false;
  await runs.cancel(authorise(person, 'cancel', 'run', run));
  return true;
}
