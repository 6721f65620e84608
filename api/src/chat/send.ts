import { writeAnswer } from '../answers/answer.ts';
import { takeQuestion, type Ask, type Sent } from '../answers/ask.ts';
import { readConversation } from '../answers/conversation.ts';
import type { Person } from '../identity/person.ts';
import { openHistory } from '../search/openHistory.ts';
import type { World } from '../world.ts';

/** Takes a message in and begins its answer, from what the model knows and the files of the chat. */
export async function sendMessage(world: World, person: Person, ask: Ask): Promise<Sent> {
  return takeQuestion(world, person, ask, async function* (taken, signal) {
    const { model, temperature, draft, system, record } = taken;
    const history = await openHistory(world, person, taken.chatId, taken.history);
    const conversation = await readConversation(world, history, draft, system);
    yield* writeAnswer({ ...world, record }, { model, temperature, ...conversation }, signal);
  });
}
