import { linkBotMessage } from '#contract/bot.ts';
import { cancelChatResponse, generateTitle } from '#contract/chats/chat.ts';
import type { Client } from '#contract/client.ts';
import { applyEvent, emptyAnswer, isSettled, type Answer, type AnswerEvent } from '#contract/runs/answerEvents.ts';
import { signAnswerProof } from '#bot/auth/answerProof.ts';
import { toAttachment } from '#bot/cards/card.ts';
import { waitingCard } from '#bot/cards/answerCard.ts';
import type { BotContext } from '#bot/context.ts';
import { getConversationKey, type Conversation } from '#bot/teams/conversation.ts';
import { createPlainReply } from '#bot/delivery/plainReply.ts';
import type { Reply } from '#bot/delivery/reply.ts';
import { createStreamReply } from '#bot/delivery/streamReply.ts';
import { readFiles } from '#bot/files/readFiles.ts';
import { texts } from '#bot/texts.ts';
import { toMessageId, type Question } from '#bot/question/question.ts';
import { createAnswerMessage, getEndNote } from './answerMessage.ts';
import { followAnswer, openAnswer, resolveTarget, type AnswerRequest, type AnswerTarget } from './answerStream.ts';
import { toMessageText } from './answerText.ts';
import { getErrorSentence, isSignedOut } from '#bot/text/apiErrors.ts';
import { joinMarkdown, sentence, type Markdown } from '#bot/text/markdown.ts';
import type { RunningWork } from './runningWork.ts';

/** Follow-up questions arrive after the answer; the bot waits this long for them. */
const FOLLOW_UPS_WAIT_MS = 4_000;

/**
 * Answers a question with the asker's rights, in the conversation. Failures are reported there in a sentence. Throws
 * only `not_signed_in`, before the question is sent, and errors of the connector.
 */
export async function answerQuestion(
  ctx: BotContext,
  runningWork: RunningWork,
  conversation: Conversation,
  client: Client,
  question: Question,
): Promise<void> {
  const reply = createReply(ctx, conversation);
  reply.inform(question.files.length > 0 ? texts.readingFiles : texts.thinking);
  const prepared = await prepare(ctx, conversation, client, question, reply).catch((error: unknown) => error as Error);
  if (prepared instanceof Error) return reportFailure(ctx, reply, prepared);
  const { target, request, problems } = prepared;
  const key = getConversationKey(conversation);
  const ids = { convo_id: target.chat.chat_id, event_session_id: request.sessionId };
  const stop = async () => (await client.call(cancelChatResponse, ids)).cancelled;
  const removeRunning = runningWork.add(key, { kind: 'answer', activityId: question.activityId, stop });
  reply.stopped.addEventListener('abort', () => {
    runningWork.stop(key, 'answer').catch((error: unknown) => ctx.log.warn({ error }, 'failed to stop answer'));
  });
  try {
    const answer = await readAnswer(ctx, client, target, request, (event, { content }) => {
      if (event.type === 'chunk') reply.show(joinMarkdown([...problems, toMessageText(content, true).text]));
      if (event.type === 'stage' && event.detail !== undefined) reply.inform(sentence`${event.detail}`);
      if (event.type === 'call' && event.call.state.name === 'running')
        reply.inform(texts.lookingUp(event.call.title, event.call.asked));
    });
    await finishReply(ctx, conversation, client, reply, prepared, answer);
  } finally {
    removeRunning();
  }
}

async function reportFailure({ log }: BotContext, reply: Reply, error: Error): Promise<void> {
  const isAskedToSignIn = isSignedOut(error);
  if (!isAskedToSignIn) log.warn({ error }, 'question not accepted');
  const reason = isAskedToSignIn ? texts.signInText : sentence`${getErrorSentence(error)}`;
  await reply.finish(reason, (text) => ({ type: 'message', text }));
  if (isAskedToSignIn) throw error;
}

function createReply({ clock, log }: BotContext, conversation: Conversation): Reply {
  if (conversation.kind === 'personal') return createStreamReply(conversation, clock, log);
  const placeholder = { type: 'message', attachments: [toAttachment(waitingCard(conversation.asker.id))] };
  return createPlainReply(conversation, clock, log, placeholder);
}

interface PreparedQuestion {
  target: AnswerTarget;
  request: AnswerRequest;
  /** Sentences about files that could not be read. */
  problems: Markdown[];
}

async function prepare(
  { clock, fetchFile }: BotContext,
  { id, kind, asker, timeZone, getChannelToken }: Conversation,
  client: Client,
  { activityId, text, files, context }: Question,
  reply: Reply,
): Promise<PreparedQuestion> {
  // In a group everybody reads the answer, which can contain what a function found in the asker's mail.
  const functionCalling = kind === 'personal';
  const [target, { items, problems }] = await Promise.all([
    resolveTarget(client, id, text, functionCalling),
    readFiles(client, clock, fetchFile, files, getChannelToken),
  ]);
  if (target.chosen?.name) reply.inform(texts.searching(target.chosen.name));
  const request = {
    messageId: toMessageId(asker, activityId),
    sessionId: crypto.randomUUID(),
    files: items,
    context,
    functionCalling,
    timeZone,
  };
  return { target, request, problems };
}

/** Reads an answer to its end, then waits a moment for its follow-up questions. */
async function readAnswer(
  { clock, log }: BotContext,
  client: Client,
  target: AnswerTarget,
  request: AnswerRequest,
  show: (event: AnswerEvent, answer: Answer) => void,
): Promise<Answer> {
  const answer = emptyAnswer(request.messageId, null);
  const stopReading = new AbortController();
  const { signal } = stopReading;
  try {
    const stream = await openAnswer(client, target, request, signal);
    for await (const event of followAnswer(client, stream, clock, signal)) {
      const wasSettled = isSettled(answer);
      applyEvent(answer, event);
      show(event, answer);
      if (!wasSettled && isSettled(answer))
        void clock.sleep(FOLLOW_UPS_WAIT_MS, signal).then(() => stopReading.abort());
    }
  } catch (error) {
    if (!isSettled(answer)) {
      log.warn({ error }, 'answer stream failed');
      applyEvent(answer, {
        type: 'failed',
        seq: answer.seq + 1,
        error: { code: 'unexpected', detail: getErrorSentence(error) },
      });
    }
  } finally {
    stopReading.abort();
  }
  return answer;
}

async function finishReply(
  ctx: BotContext,
  conversation: Conversation,
  client: Client,
  reply: Reply,
  { target, problems }: PreparedQuestion,
  answer: Answer,
): Promise<void> {
  const { signer, links } = ctx;
  const { chat_id: chatId } = target.chat;
  const { message_id: messageId } = answer;
  const { text, isCut } = toMessageText(answer.content);
  const linkToRest = isCut ? [texts.restInTab(links.chat(chatId, messageId))] : [];
  const fullText = joinMarkdown([...problems, text, ...linkToRest, getEndNote(answer)]);
  const getSiteName = (id: string) => target.accessible.find(({ SiteId }) => SiteId === id)?.SiteName ?? '';
  const withSources = conversation.kind === 'personal';
  const proposedSite = proposeSite(target, answer);
  const options = { conversation, chatId, answer, getSiteName, links, withSources, proposedSite };
  const activityId = await reply.finish(fullText, (part, id) => {
    const proof = signAnswerProof(signer, conversation, id, { chat: chatId, message: messageId });
    return createAnswerMessage(part, { ...options, proof });
  });
  if (activityId) await linkMessage(ctx, client, conversation, { activityId, chatId, messageId });
  if (answer.state.name === 'complete') await titleChat(ctx, client, chatId, `${target.text}\n\n${answer.content}`);
}

/** The only one of several searched sites that a search's answer comes from; null if there is none. */
function proposeSite(
  { chat, chosen, accessible }: AnswerTarget,
  { links }: Answer,
): AnswerTarget['accessible'][0] | null {
  if (chat.chat_type !== 'search' || chosen === null || (chosen.sites !== 'all' && chosen.sites.length === 1))
    return null;
  const [id, ...others] = [...new Set(links.flatMap(({ site }) => site ?? []))];
  return others.length > 0 ? null : (accessible.find(({ SiteId }) => SiteId === id) ?? null);
}

/** Stores which message in Teams shows the answer. If this fails, only feedback on the message is lost. */
async function linkMessage(
  { log }: BotContext,
  client: Client,
  conversation: Conversation,
  { activityId, chatId, messageId }: { activityId: string; chatId: string; messageId: string },
): Promise<void> {
  const link = { conversation_id: conversation.id, activity_id: activityId, chat_id: chatId, message_id: messageId };
  await client
    .call(linkBotMessage, link)
    .catch((error: unknown) => log.warn({ error }, 'failed to link message to answer'));
}

/** Gives a chat without a title one, as the tab does. */
async function titleChat({ log }: BotContext, client: Client, chatId: string, text: string): Promise<void> {
  await client
    .call(generateTitle, { convo_id: chatId, text: text.slice(0, 8_000) })
    .catch((error: unknown) => log.info({ error }, 'failed to generate chat title'));
}
