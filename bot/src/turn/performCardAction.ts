import type { Client } from '#contract/client.ts';
import { isAvaError } from '#contract/errors.ts';
import { getCorpus } from '#contract/sites/sites.ts';
import { cancelTaskResponse } from '#contract/tasks/taskRuns.ts';
import { createAnswerMessage, getEndNote } from '#bot/answer/answerMessage.ts';
import { answerQuestion } from '#bot/answer/answerQuestion.ts';
import { toMessageText } from '#bot/answer/answerText.ts';
import { findRunAnswer } from '#bot/answer/findRunAnswer.ts';
import { joinMarkdown, type Markdown } from '#bot/text/markdown.ts';
import type { RunningWork } from '#bot/answer/runningWork.ts';
import { verifyAnswerProof } from '#bot/auth/answerProof.ts';
import type { CardAction } from '#bot/cards/cardAction.ts';
import { readPromptForm } from '#bot/cards/promptForm.ts';
import { continueChat } from '#bot/commands/chats.ts';
import { chooseModel } from '#bot/commands/model.ts';
import { askPrompt, usePrompt } from '#bot/commands/prompts.ts';
import { startSearch } from '#bot/commands/search.ts';
import { allSites, toChosenSites, type ChosenSites } from '#bot/question/mentionedSite.ts';
import { getSiteNames } from '#bot/text/siteNames.ts';
import type { BotContext } from '#bot/context.ts';
import { getConversationKey, type Conversation } from '#bot/teams/conversation.ts';
import { deliver, retryWhileBusy } from '#bot/delivery/deliver.ts';
import { showOutputs } from '#bot/tasks/showOutputs.ts';
import { startTaskRun } from '#bot/tasks/startTaskRun.ts';
import { texts } from '#bot/texts.ts';

/** A pressed button of a card. */
export interface CardActionRequest {
  action: CardAction;
  /** Id of the activity that the button sent. */
  activityId: string;
  /** Id of the message with the card; empty if Teams does not send it. */
  messageActivityId: string;
}

/** Performs the action with the rights of the person who pressed the button. */
export async function performCardAction(
  ctx: BotContext,
  runningWork: RunningWork,
  { action, activityId, messageActivityId }: CardActionRequest,
  client: Client,
  conversation: Conversation,
): Promise<void> {
  const say = (text: Markdown) => conversation.send({ type: 'message', text });
  try {
    switch (action.verb) {
      case 'ask': {
        const question = { activityId, text: action.text, files: [], context: [] };
        return await answerQuestion(ctx, runningWork, conversation, client, question);
      }
      case 'site':
        return await startSearch(conversation, client, await getChosenSites(client, action.site));
      case 'model':
        return await chooseModel(conversation, client, action.model);
      case 'continue':
        return await continueChat(conversation, client, action.chat);
      case 'usePrompt':
        return await usePrompt({ ctx, runningWork, conversation, client, activityId }, action.prompt);
      case 'askPrompt': {
        const call = { ctx, runningWork, conversation, client, activityId };
        return await askPrompt(call, action.prompt, readPromptForm(action));
      }
      case 'showSources':
        return await showSources(ctx, client, conversation, action, messageActivityId);
      case 'stop': {
        const stopped = await runningWork.stop(getConversationKey(conversation), 'answer');
        return void (await say(stopped.length > 0 ? texts.stopping : texts.nothingToStop));
      }
      case 'runTask': {
        const { task: taskId, all } = action;
        return await startTaskRun(ctx, runningWork, conversation, client, { taskId, skipFresh: !all });
      }
      case 'stopTask': {
        const ids = { task_session_id: action.task, event_session_id: action.run };
        const { cancelled } = await client.call(cancelTaskResponse, ids);
        return void (await say(cancelled ? texts.stoppingTask : texts.taskNotRunning));
      }
      case 'showOutputs':
        return await showOutputs(ctx, client, conversation, action.task);
      default:
        return action satisfies never;
    }
  } catch (error) {
    if (!isAvaError(error) || !['not_found', 'bad_request'].includes(error.code)) throw error;
    await say(texts.staleCard);
  }
}

async function getChosenSites(client: Client, site: string): Promise<ChosenSites> {
  return site === allSites.sites ? allSites : toChosenSites([await getSite(client, site)]);
}

async function getSite(client: Client, siteId: string) {
  const [site] = (await client.call(getCorpus, { site_id: siteId })).sites;
  return site ?? { SiteId: siteId, SiteName: '' };
}

type ShowSources = Extract<CardAction, { verb: 'showSources' }>;

/**
 * Replaces the answer with one that has its sources. The API checks the right to the chat. An action can name any
 * message, so a message is replaced only with a valid proof; otherwise the sources are sent as a new message.
 */
async function showSources(
  { links, clock, signer }: BotContext,
  client: Client,
  conversation: Conversation,
  { chat: chatId, message: messageId, place: proof }: ShowSources,
  messageActivityId: string,
): Promise<void> {
  const answer = await findRunAnswer(client, chatId, messageId);
  if (!answer) return void (await conversation.send({ type: 'message', text: texts.staleCard }));
  const siteNames = answer.links.some(({ site }) => site !== null)
    ? await getSiteNames(client)
    : new Map<string, string>();
  const { text } = toMessageText(answer.content);
  const withSources = createAnswerMessage(joinMarkdown([text, getEndNote(answer)]), {
    conversation,
    chatId,
    answer,
    getSiteName: (id) => siteNames.get(id) ?? '',
    links,
    withSources: true,
    proof: '',
  });
  if (verifyAnswerProof(signer, conversation, messageActivityId, { chat: chatId, message: messageId }, proof))
    await retryWhileBusy(clock, () => conversation.replace(messageActivityId, withSources));
  else await deliver(conversation, clock, () => withSources);
}

/** Why a person cannot use a button; `null` if they can. Only the asker decides about an answer. */
export function findActionRefusal(
  action: CardAction,
  { asker, kind }: Pick<Conversation, 'asker' | 'kind'>,
): Markdown | null {
  if (asker.id === '') return texts.unknownPerson;
  if (action.verb === 'continue' && kind !== 'personal') return texts.chatsInPrivate;
  if (action.verb === 'showSources' && action.asker !== asker.id) return texts.onlyAskerShowsSources;
  if (action.verb === 'runTask' && kind !== 'personal') return texts.tasksInPrivate;
  if (isOfPrompt(action) && kind !== 'personal') return texts.promptsInPrivate;
  if (action.verb === 'stopTask' && action.asker !== asker.id) return texts.onlyAskerStopsTask;
  if (action.verb === 'showOutputs' && action.asker !== asker.id) return texts.onlyAskerShowsOutputs;
  return action.verb === 'stop' && action.asker !== asker.id ? texts.onlyAskerStops : null;
}

const isOfPrompt = ({ verb }: CardAction) => verb === 'usePrompt' || verb === 'askPrompt';

/** Text that the card shows while the action is performed. */
export function getActionReceipt(action: CardAction): string {
  if (action.verb === 'showSources') return texts.sourcesShown;
  return action.verb === 'ask' || action.verb === 'askPrompt' ? texts.asking : '';
}
