import type { AnswerEvent } from '../../contract/runs/runs.ts';
import { acceptQuestion, type AcceptedQuestion, type Question } from '../answers/acceptQuestion.ts';
import { saveOtherOrigins } from '../answers/answerOrigins.ts';
import { startAnswerRun } from '../answers/answerRun.ts';
import { buildPrompt } from '../answers/prompt/buildPrompt.ts';
import { getReadableHistory } from '../answers/readableHistory.ts';
import { readSystemPrompt } from '../answers/prompt/systemPrompt.ts';
import { writeAnswer } from '../answers/writeAnswer.ts';
import { createAnswerFunctions } from '../functions/answerFunctions.ts';
import { describeReading } from '../functions/connected/ownWords.ts';
import { offerFunctions } from '../functions/offeredFunctions.ts';
import type { Person } from '../identity/person.ts';
import type { Unnumbered } from '../runs/runKind.ts';
import type { AppContext } from '../context.ts';

/** Accepts a message and starts its answer, based on the model's knowledge, the files of the chat and function calls. */
export async function sendMessage(ctx: AppContext, person: Person, message: Question): Promise<AcceptedQuestion> {
  const accepted = await acceptQuestion(ctx, person, message);
  startChatAnswer(ctx, person, accepted);
  return accepted;
}

/** Starts the run of a question unless it was started before. */
export function startChatAnswer(ctx: AppContext, person: Person, accepted: AcceptedQuestion): void {
  if (accepted.isNew) startAnswerRun(ctx, person, accepted, (signal) => answerInChat(ctx, person, accepted, signal));
}

async function* answerInChat(
  ctx: AppContext,
  person: Person,
  question: AcceptedQuestion,
  signal: AbortSignal,
): AsyncGenerator<Unnumbered<AnswerEvent>> {
  const { chatId, answerId } = question;
  const offer = question.functionCalling
    ? await offerFunctions(ctx, person, question.text, signal)
    : { functions: [], text: question.text };
  const functionCalling = offer.functions.length > 0;
  const system = await readSystemPrompt(ctx, person, { ...question, functionCalling });
  const history = await getReadableHistory(ctx, person, chatId, question.history);
  // Saved before the model reads the history, so that no part of the answer is visible without its origins.
  if (history.origins !== null) await saveOtherOrigins(ctx, person, question, history.origins);
  const reading = describeReading(question, history.messages, history.origins);
  const scope = { chatId, answerId, inherited: history.origins ?? [], reading };
  const functions = functionCalling ? createAnswerFunctions(ctx, person, offer.functions, scope) : undefined;
  const asked = { ...question, text: offer.text };
  const prompt = await buildPrompt(ctx, asked, system, history.messages, { tools: functions?.tools });
  const saveMetadata = (metadata: object) => ctx.store.messages.saveMetadata(chatId, answerId, metadata);
  const models = ctx.models.forPerson(person, question.timeZone);
  yield* writeAnswer({ ...ctx, models, saveMetadata, functions }, prompt, signal);
}
