import { linkBotMessage } from '../../api/contract/bot.ts';
import { generateTitle } from '../../api/contract/chat.ts';
import type { Client } from '../../api/contract/client.ts';
import { applyEvent, emptyAnswer, isSettled, type Answer } from '../../api/contract/runs.ts';
import { answerMessage, endOf } from './answerMessage.ts';
import { firstPart, textSoFar } from './answerText.ts';
import { eventsOf, openAnswer, targetOf, type Asked, type Target } from './asking.ts';
import { attachmentOf } from './cards/card.ts';
import { waitingCard } from './cards/choiceCards.ts';
import { keyOf, type Conversation } from './conversation.ts';
import { isSignedOut, sentenceOf } from './failure.ts';
import { readFiles } from './files.ts';
import { joinMarkdown, sentence, type Markdown } from './markdown.ts';
import { sealPlace } from './place.ts';
import { createPlainReply } from './plainReply.ts';
import { messageIdOf, type Question } from './question.ts';
import type { Reply } from './reply.ts';
import type { Running } from './running.ts';
import { createStreamReply } from './streamReply.ts';
import { texts } from './texts.ts';
import type { BotWorld } from './world.ts';

/** Questions to go on with come after the answer; nobody waits longer for them. */
const FOLLOW_UPS_MS = 4_000;

/**
 * Answers a question with the person's own rights and shows the answer where it was asked. What goes wrong is said there
 * in a sentence; throws only `not_signed_in`, before anything was asked, and what the connector will not take.
 */
export async function answerQuestion(
  world: BotWorld,
  running: Running,
  conversation: Conversation,
  client: Client,
  question: Question,
): Promise<void> {
  const { log, links } = world;
  const reply = replyIn(world, conversation);
  reply.inform(question.files.length > 0 ? texts.readingFiles : texts.thinking);
  const settled = await prepare(world, conversation, client, question, reply).catch((error: unknown) => error as Error);
  if (settled instanceof Error) {
    if (!isSignedOut(settled)) log.warn({ error: settled }, 'a question was not taken');
    const reason = isSignedOut(settled) ? texts.signInText : sentence`${sentenceOf(settled)}`;
    await reply.finish(reason, (text) => ({ type: 'message', text }));
    if (isSignedOut(settled)) throw settled;
    return;
  }
  const { target, asked, problems } = settled;
  const chatId = target.chat.chat_id;
  const ended = running.begin(keyOf(conversation), { client, chatId, sessionId: asked.sessionId });
  const stopIt = () =>
    void running.stop(keyOf(conversation)).catch((error: unknown) => log.warn({ error }, 'not stopped'));
  reply.stopped.addEventListener('abort', stopIt);
  try {
    const answer = await readAnswer(world, client, { ...target, asked }, (text) =>
      reply.show(joinMarkdown([...problems, textSoFar(text)])),
    );
    const { text, cut } = firstPart(answer.content);
    const link = links.chat(chatId, answer.message_id);
    const end = joinMarkdown([...problems, text, ...(cut ? [texts.restInTab(link)] : []), endOf(answer)]);
    const siteName = (id: string) => (id === target.site?.SiteId ? target.site.SiteName : '');
    const withSources = conversation.kind === 'personal';
    const shown = { conversation, chatId, answer, siteName, links, withSources };
    const shows = { chat: chatId, message: answer.message_id };
    const activityId = await reply.finish(end, (part, id) =>
      answerMessage(part, { ...shown, place: sealPlace(world.seal, conversation, id, shows) }),
    );
    if (activityId) await remember(world, client, conversation, { activityId, chatId, messageId: answer.message_id });
    if (answer.state.name === 'complete') await nameChat(world, client, chatId, `${target.text}\n\n${answer.content}`);
  } finally {
    ended();
  }
}

function replyIn({ clock, log }: BotWorld, conversation: Conversation): Reply {
  if (conversation.kind === 'personal') return createStreamReply(conversation, clock, log);
  const place = { type: 'message', attachments: [attachmentOf(waitingCard(conversation.asker.id))] };
  return createPlainReply(conversation, clock, log, place);
}

interface Prepared {
  target: Target;
  asked: Asked;
  problems: Markdown[];
}

async function prepare(
  { clock, fetchFile }: BotWorld,
  { id, asker, channelToken }: Conversation,
  client: Client,
  { activityId, text, files }: Question,
  reply: Reply,
): Promise<Prepared> {
  const [target, { read, problems }] = await Promise.all([
    targetOf(client, id, text),
    readFiles(client, clock, fetchFile, files, channelToken),
  ]);
  if (target.site?.SiteName) reply.inform(texts.searching(target.site.SiteName));
  const asked = {
    messageId: messageIdOf(asker, activityId),
    sessionId: crypto.randomUUID(),
    text: target.text,
    files: read,
  };
  return { target, asked, problems };
}

/** Reads an answer to its end, and a little longer for the questions that follow it. */
async function readAnswer(
  { clock, log }: BotWorld,
  client: Client,
  { asked, ...target }: Target & { asked: Asked },
  show: (text: string) => void,
): Promise<Answer> {
  const answer = emptyAnswer(asked.messageId, null);
  const enough = new AbortController();
  try {
    const stream = await openAnswer(client, target, asked, enough.signal);
    for await (const event of eventsOf(client, stream, clock, enough.signal)) {
      const before = isSettled(answer);
      applyEvent(answer, event);
      if (event.type === 'chunk') show(answer.content);
      if (!before && isSettled(answer)) void clock.sleep(FOLLOW_UPS_MS, enough.signal).then(() => enough.abort());
    }
  } catch (error) {
    if (!isSettled(answer)) {
      log.warn({ error }, 'an answer could not be read to its end');
      applyEvent(answer, {
        type: 'failed',
        seq: answer.seq + 1,
        error: { code: 'unexpected', detail: sentenceOf(error) },
      });
    }
  } finally {
    enough.abort();
  }
  return answer;
}

/** Keeps which message in Teams shows the answer; without that, only feedback to it would be lost. */
async function remember(
  { log }: BotWorld,
  client: Client,
  conversation: Conversation,
  { activityId, chatId, messageId }: { activityId: string; chatId: string; messageId: string },
): Promise<void> {
  const link = { conversation_id: conversation.id, activity_id: activityId, chat_id: chatId, message_id: messageId };
  await client.call(linkBotMessage, link).catch((error: unknown) => log.warn({ error }, 'a message was not linked'));
}

/** A chat without a title gets one, as it does in the tab. */
async function nameChat({ log }: BotWorld, client: Client, chatId: string, text: string): Promise<void> {
  await client
    .call(generateTitle, { convo_id: chatId, text: text.slice(0, 8_000) })
    .catch((error: unknown) => log.info({ error }, 'a chat got no title'));
}
