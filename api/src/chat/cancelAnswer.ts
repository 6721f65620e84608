import type { Person } from '#api/identity/person.ts';
import { authorize } from '#api/policies/policies.ts';
import type { AppContext } from '#api/context.ts';

/**
 * Stops an answer by the session id that the client chose, or by the run's id, which is known after a reload. The process
 * that writes it ends the run with `stopped` (`conclude` in `runs/runs.ts`), and `runs/eventLog.ts` saves the text so far.
 */
export async function cancelAnswer(
  { store, runs }: AppContext,
  person: Person,
  chatId: string,
  sessionId: string,
): Promise<boolean> {
  const chat = authorize(person, 'write', 'chat', await store.chats.find(chatId));
  const run = await store.runs.findUnended(chat.id, sessionId);
  if (!run) return false;
  await runs.cancel(authorize(person, 'cancel', 'run', run));
  return true;
}
