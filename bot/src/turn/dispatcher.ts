import { claimActivity } from '#contract/bot.ts';
import type { Client } from '#contract/client.ts';
import { answerQuestion } from '#bot/answer/answerQuestion.ts';
import { getErrorSentence, isSignedOut } from '#bot/text/apiErrors.ts';
import { sentence, type Markdown } from '#bot/text/markdown.ts';
import { createRunningWork } from '#bot/answer/runningWork.ts';
import { parseCommand, type ParsedCommand } from '#bot/commands/commands.ts';
import { startSearch } from '#bot/commands/search.ts';
import type { ChosenSites } from '#bot/question/mentionedSite.ts';
import type { CardAction } from '#bot/cards/cardAction.ts';
import type { BotContext } from '#bot/context.ts';
import { getConversationKey, type Asker, type Conversation } from '#bot/teams/conversation.ts';
import { createNotices } from '#bot/delivery/notices.ts';
import { isUnknownConversation } from '#bot/teams/sendError.ts';
import { texts } from '#bot/texts.ts';
import { createDeduplicator } from './deduplicator.ts';
import { createFeatureCache } from '#bot/commands/featureCache.ts';
import { findActionRefusal, performCardAction, type CardActionRequest } from './performCardAction.ts';
import { toEditedQuestion, type Question } from '#bot/question/question.ts';
import { createSerialQueue } from '#bot/delivery/serialQueue.ts';

/** Something that is done with the asker's rights. */
type Work = (client: Client, conversation: Conversation) => Promise<void>;

interface PendingWork {
  activityId: string;
  work: Work;
}

/** Handles a person's command, question or card action. */
export interface Dispatcher {
  isCommand(question: Question): boolean;
  /** Runs a command or answers a question. A repeated delivery is ignored. */
  dispatchQuestion(conversation: Conversation, question: Question): Promise<void>;
  /** Answers the new text of an edited message instead of the old one. An edited command is not run again. */
  dispatchEdit(conversation: Conversation, question: Question): Promise<void>;
  /** Stops the answer to a message that the person deleted, also if it has not started yet. */
  retract(conversation: Conversation, activityId: string): Promise<void>;
  dispatchCardAction(conversation: Conversation, request: CardActionRequest): Promise<void>;
  /** Starts a search in the sites that the person chose. */
  dispatchSites(conversation: Conversation, activityId: string, chosen: ChosenSites): Promise<void>;
  /** Continues, in a new turn, what waited for the person to sign in. */
  continueAfterSignIn(conversation: Conversation): Promise<void>;
  /** Updates the messages of runs in progress for the last time. */
  leaveRuns(): Promise<void>;
}

/** Whether a button can lead to a question to a model. */
const isQuestion = ({ verb }: CardAction) => verb === 'ask' || verb === 'usePrompt' || verb === 'askPrompt';

export function createDispatcher(ctx: BotContext): Dispatcher {
  const { tokens, createApiClient, clock, log } = ctx;
  const runningWork = createRunningWork();
  const deduplicator = createDeduplicator(clock);
  const queue = createSerialQueue();
  const features = createFeatureCache(ctx);
  const notices = createNotices(ctx, queue);
  /** The last request of a person in a conversation before they signed in. */
  const pendingSignIn = new Map<string, PendingWork>();
  const retracted = createDeduplicator(clock);

  const say = (conversation: Conversation, text: Markdown) => conversation.send({ type: 'message', text });

  async function getToken(asker: Asker): Promise<string | null> {
    const cached = tokens.get(asker);
    if (cached !== null) return cached;
    const token = await ctx.fetchSandboxToken(asker);
    if (token !== null) tokens.set(asker, token);
    return token;
  }

  async function askToSignIn(conversation: Conversation, pending: PendingWork): Promise<void> {
    pendingSignIn.set(getConversationKey(conversation), pending);
    await conversation.askToSignIn();
  }

  async function runAsAsker(conversation: Conversation, activityId: string, work: Work): Promise<void> {
    const { asker } = conversation;
    if (retracted.has(`${getConversationKey(conversation)}/${activityId}`)) return;
    if (asker.id === '') return void (await say(conversation, texts.unknownPerson));
    const token = await getToken(asker);
    if (token === null) return askToSignIn(conversation, { activityId, work });
    const client = createApiClient(token);
    try {
      if (!(await client.call(claimActivity, { activity_id: activityId })).first) return;
      await work(client, conversation);
      notices.follow(asker);
    } catch (error) {
      if (isSignedOut(error)) {
        tokens.delete(asker);
        // The API may have recorded this activity as handled, so the second attempt needs another id.
        return askToSignIn(conversation, { activityId: `${activityId};again`, work });
      }
      if (isUnknownConversation(error)) throw error;
      log.warn({ error, activity: activityId }, 'activity failed');
      await say(conversation, sentence`${getErrorSentence(error)}`);
    }
  }

  function enqueueAsAsker(conversation: Conversation, activityId: string, work: Work): Promise<void> {
    return queue.run(getConversationKey(conversation), () => runAsAsker(conversation, activityId, work));
  }

  function toWork(question: Question, parsed: ParsedCommand | null): Work {
    return async (client, conversation) => {
      const toggle = parsed?.command.toggle;
      const isOn = toggle === undefined || (await features.read())[toggle];
      if (parsed?.command.access !== 'person' || !isOn)
        return answerQuestion(ctx, runningWork, conversation, client, question);
      const { command, argument } = parsed;
      const result = await command.run({ ctx, runningWork, features, conversation, argument }, client);
      if (result === 'question') await answerQuestion(ctx, runningWork, conversation, client, question);
    };
  }

  return {
    isCommand: ({ text }) => parseCommand(text) !== null,
    leaveRuns: () => runningWork.leaveAll(),
    async dispatchQuestion(conversation, question) {
      if (!deduplicator.isFirstDelivery(`${getConversationKey(conversation)}/${question.activityId}`)) return;
      if (conversation.asker.id === '') return void (await say(conversation, texts.unknownPerson));
      if (question.text === '') {
        const hint = question.context.length > 0 ? texts.askAboutMessage : texts.emptyMessage;
        await say(conversation, question.files.length > 0 ? texts.askAboutFile : hint);
        return;
      }
      const parsed = question.files.length === 0 ? parseCommand(question.text) : null;
      if (parsed?.command.access === 'anyone') {
        await parsed.command.run({ ctx, runningWork, features, conversation, argument: parsed.argument });
        return;
      }
      await enqueueAsAsker(conversation, question.activityId, toWork(question, parsed));
    },
    async dispatchEdit(conversation, question) {
      if (question.text === '' || parseCommand(question.text) !== null) return;
      const edited = toEditedQuestion(question);
      // A repeated delivery must not stop the answer to the first one.
      if (deduplicator.has(`${getConversationKey(conversation)}/${edited.activityId}`)) return;
      await this.retract(conversation, question.activityId);
      await this.dispatchQuestion(conversation, edited);
    },
    async retract(conversation, activityId) {
      const key = getConversationKey(conversation);
      retracted.isFirstDelivery(`${key}/${activityId}`);
      if (pendingSignIn.get(key)?.activityId === activityId) pendingSignIn.delete(key);
      await runningWork.stopAnswersTo(key, activityId);
    },
    async dispatchCardAction(conversation, request) {
      const refusal = findActionRefusal(request.action, conversation);
      if (refusal !== null) return void (await say(conversation, refusal));
      // Only questions wait for earlier ones; a stop must not.
      const run = isQuestion(request.action) ? enqueueAsAsker : runAsAsker;
      await run(conversation, request.activityId, (client, current) =>
        performCardAction(ctx, runningWork, request, client, current),
      );
    },
    dispatchSites(conversation, activityId, chosen) {
      return runAsAsker(conversation, activityId, (client, current) => startSearch(current, client, chosen));
    },
    async continueAfterSignIn(conversation) {
      const key = getConversationKey(conversation);
      const pending = pendingSignIn.get(key);
      pendingSignIn.delete(key);
      if (!pending) return;
      await ctx.resume(conversation.reference, (resumed) =>
        queue.run(key, () => runAsAsker(resumed, pending.activityId, pending.work)),
      );
    },
  };
}
