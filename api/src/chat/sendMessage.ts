import type { AnswerMetadata } from '#contract/chats/chat.ts';
import type { AnswerEvent } from '#contract/runs/answerEvents.ts';
import { acceptQuestion, type AcceptedQuestion, type Question } from '#api/answers/acceptQuestion.ts';
import { makeAnswer, type Evidence } from '#api/answers/answerPipeline.ts';
import { saveCallOrigins, saveOtherOrigins } from '#api/answers/answerOrigins.ts';
import { startAnswerRun } from '#api/answers/answerRun.ts';
import { getReadableHistory } from '#api/answers/readableHistory.ts';
import { readSystemPrompt } from '#api/answers/prompt/systemPrompt.ts';
import { createAnswerFunctions, type CallOrigins } from '#api/functions/answerFunctions.ts';
import { describeReading } from '#api/functions/connected/ownWords.ts';
import { offerFunctions } from '#api/functions/offeredFunctions.ts';
import type { Person } from '#api/identity/person.ts';
import type { Unnumbered } from '#api/runs/runKind.ts';
import type { AppContext } from '#api/context.ts';
import { addChatFilesRule, createChatFilesRow, searchChatFiles } from '#api/search/chatFiles.ts';
import { acceptRegeneration, type AnswerReference } from '#api/answers/acceptVersion.ts';

/** Accepts a message and starts its answer, based on the model's knowledge, the files of the chat and function calls. */
export async function sendMessage(ctx: AppContext, person: Person, message: Question): Promise<AcceptedQuestion> {
  const accepted = await acceptQuestion(ctx, person, message);
  startChatAnswer(ctx, person, accepted);
  return accepted;
}

/** Starts the run of a question unless it was started before. */
function startChatAnswer(ctx: AppContext, person: Person, accepted: AcceptedQuestion): void {
  if (accepted.isNew) startAnswerRun(ctx, person, accepted, (signal) => answerInChat(ctx, person, accepted, signal));
}

async function* answerInChat(
  ctx: AppContext,
  person: Person,
  question: AcceptedQuestion,
  signal: AbortSignal,
): AsyncGenerator<Unnumbered<AnswerEvent>> {
  const { chatId, answerId, lookedUp } = question;
  /** The row of the first look into long files, until it is shown. */
  let row: Unnumbered<AnswerEvent> | undefined;
  const work = {
    question,
    models: ctx.models.forPerson(person, question.timeZone),
    gatherPassages: async () => {
      const evidence = await readConversation(ctx, person, question, signal);
      if (lookedUp.length > 0) row = createChatFilesRow(evidence.found ?? []);
      return evidence;
    },
    saveMetadata: (metadata: Partial<AnswerMetadata>) => ctx.store.messages.saveMetadata(chatId, answerId, metadata),
  };
  if (lookedUp.length > 0) yield { type: 'stage', stage: 'searching' };
  for await (const event of makeAnswer(ctx, work, signal)) {
    if (row) yield row;
    row = undefined;
    yield event;
  }
}

/** A chat starts with what was said and attached; the model finds more by calling functions. */
async function readConversation(
  ctx: AppContext,
  person: Person,
  question: AcceptedQuestion,
  signal: AbortSignal,
): Promise<Evidence> {
  const { chatId, lookedUp } = question;
  const history = await getReadableHistory(ctx, person, chatId, question.history);
  const files = [...history.messages.flatMap((message) => message.files), ...question.files];
  const fileTypes = files.map(({ fileType }) => fileType);
  const offer = await offerFunctions(ctx, person, { ...question, fileTypes }, signal);
  const system = addChatFilesRule(await readSystemPrompt(ctx, person, question), question, history.messages);
  const looked =
    lookedUp.length > 0
      ? await searchChatFiles(ctx, person, { question, text: offer.text, history: history.messages }, signal)
      : { passages: [], passageHits: [] };
  // The origins are saved before the model reads the history, so that no part of the answer is visible without them.
  const saveOrigins = ({ hits, origins }: CallOrigins) =>
    saveCallOrigins(ctx, person, question, [...looked.passageHits, ...hits], [...(history.origins ?? []), ...origins]);
  if (lookedUp.length > 0) await saveOrigins({ hits: [], origins: [] });
  else if (history.origins !== null) await saveOtherOrigins(ctx, person, question, history.origins);
  const scope = { reading: describeReading(question, history.messages, history.origins), saveOrigins };
  const functions = offer.functions.length > 0 ? createAnswerFunctions(ctx, person, offer.functions, scope) : undefined;
  return { system, text: offer.text, history: history.messages, found: looked.passages, functions };
}

/** Answers a question again, from the model's knowledge and the files of the chat. The earlier answer stays a version. */
export async function regenerateAnswer(
  ctx: AppContext,
  person: Person,
  reference: AnswerReference,
  newId: string | undefined,
): Promise<AcceptedQuestion> {
  const accepted = await acceptRegeneration(ctx, person, reference, newId);
  startChatAnswer(ctx, person, accepted);
  return accepted;
}
