import { writeAnswer } from '../answers/answer.ts';
import { takeQuestion, type Ask, type Sent } from '../answers/ask.ts';
import { readConversation } from '../answers/conversation.ts';
import type { Person } from '../identity/person.ts';
import { keepRetold } from '../search/keep.ts';
import { openHistory } from '../search/openHistory.ts';
import type { World } from '../world.ts';

/** Takes a message in and begins its answer, from what the model knows and the files of the chat. */
export async function sendMessage(world: World, person: Person, ask: Ask): Promise<Sent> {
  return takeQuestion(world, person, ask, async function* (taken, signal) {
    const { model, temperature, draft, system, record } = taken;
    const { messages, drawnOn } = await openHistory(world, person, taken.chatId, taken.history);
    // Before the model reads them: what it makes of them is closed to whom they are closed to.
    if (drawnOn !== null) await keepRetold(world, person, taken, drawnOn);
    const conversation = await readConversation(world, messages, draft, system);
    yield* writeAnswer({ ...world, record }, { model, temperature, ...conversation }, signal);
  });
}
