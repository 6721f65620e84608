import { writeAnswer } from '../answers/writeAnswer.ts';
import { takeQuestion, type Ask, type Sent } from '../answers/acceptQuestion.ts';
import { readConversation } from '../answers/buildPrompt.ts';
import type { Person } from '../identity/person.ts';
import { keepRetold } from '../answers/answerOrigins.ts';
import { openHistory } from '../answers/readableHistory.ts';
import type { AppContext } from '../context.ts';

/** Takes a message in and begins its answer, from what the model knows and the files of the chat. */
export async function sendMessage(ctx: AppContext, person: Person, ask: Ask): Promise<Sent> {
  return takeQuestion(ctx, person, ask, async function* (taken, signal) {
    const { model, temperature, draft, system, record } = taken;
    const { messages, drawnOn } = await openHistory(ctx, person, taken.chatId, taken.history);
    // Before the model reads them: what it makes of them is closed to whom they are closed to.
    if (drawnOn !== null) await keepRetold(ctx, person, taken, drawnOn);
    const conversation = await readConversation(ctx, messages, draft, system);
    yield* writeAnswer({ ...ctx, record }, { model, temperature, ...conversation }, signal);
  });
}
