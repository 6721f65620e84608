import type { Client } from '../../api/contract/client.ts';
import { isAvaError } from '../../api/contract/errors.ts';
import { getCorpus } from '../../api/contract/sites.ts';
import { answerMessage, endOf } from './answerMessage.ts';
import { firstPart } from './answerText.ts';
import { answerQuestion } from './answerQuestion.ts';
import type { CardAction } from './cards/actions.ts';
import { chooseModel, continueIn, searchIn } from './commands/personal.ts';
import { keyOf, type Conversation, type Outgoing } from './conversation.ts';
import { deliver, patiently } from './deliver.ts';
import type { Desk } from './desk.ts';
import { joinMarkdown, type Markdown } from './markdown.ts';
import { findAnswer } from './findAnswer.ts';
import { isPlaceOf } from './place.ts';
import { texts } from './texts.ts';
import type { BotWorld } from './world.ts';

/** A button that was pressed, in a card that a message of the bot carries. */
export interface Press {
  action: CardAction;
  /** The press's own id. */
  activityId: string;
  /** The message with the card; empty where Teams did not say. */
  messageActivityId: string;
}

/** Does what a button says, with the rights of whoever pressed it. */
export async function performPress(
  world: BotWorld,
  { running }: Pick<Desk, 'running'>,
  { action, activityId, messageActivityId }: Press,
  client: Client,
  conversation: Conversation,
): Promise<void> {
  const say = (text: Markdown) => conversation.send({ type: 'message', text });
  try {
    switch (action.verb) {
      case 'ask':
        return await answerQuestion(world, running, conversation, client, { activityId, text: action.text, files: [] });
      case 'site':
        return await searchIn(conversation, client, await siteNamed(client, action.site));
      case 'model':
        return await chooseModel(conversation, client, action.model);
      case 'continue':
        return await continueIn(conversation, client, action.chat);
      case 'showSources':
        return await showSources(world, client, conversation, action, messageActivityId);
      case 'stop':
        return void (await say((await running.stop(keyOf(conversation))) ? texts.stopping : texts.nothingToStop));
      default:
        return action satisfies never;
    }
  } catch (error) {
    if (!isAvaError(error) || !['not_found', 'bad_request'].includes(error.code)) throw error;
    await say(texts.staleCard);
  }
}

async function siteNamed(client: Client, siteId: string) {
  const [site] = (await client.call(getCorpus, { site_id: siteId })).sites;
  return site ?? { SiteId: siteId, SiteName: '' };
}

type ShowSources = Extract<CardAction, { verb: 'showSources' }>;

/**
 * Puts the answer with its sources in the place of the one without. The asker's own right to the chat decides what is
 * shown, and the bot's seal where: a press names any message its sender likes. Without one, the sources are a message of
 * their own.
 */
async function showSources(
  { links, clock, seal }: BotWorld,
  client: Client,
  conversation: Conversation,
  { chat: chatId, message, place }: ShowSources,
  messageActivityId: string,
): Promise<void> {
  const found = await findAnswer(client, chatId, message);
  if (!found) return void (await conversation.send({ type: 'message', text: texts.staleCard }));
  const site = found.links.find((citation) => citation.site !== null)?.site ?? null;
  const name = site === null ? '' : (await siteNamed(client, site).catch(() => ({ SiteName: '' }))).SiteName;
  const { text } = firstPart(found.content);
  const answer = { ...found };
  const shown = { conversation, chatId, answer, siteName: () => name, links, withSources: true, place: '' };
  const withSources: Outgoing = answerMessage(joinMarkdown([text, endOf(found)]), shown);
  if (isPlaceOf(seal, conversation, messageActivityId, { chat: chatId, message }, place))
    await patiently(clock, () => conversation.replace(messageActivityId, withSources));
  else await deliver(conversation, clock, () => withSources);
}

/** Why a person may not press a button; `null` where they may. Only who asked decides about an answer. */
export function pressRefusal(
  action: CardAction,
  { asker, kind }: Pick<Conversation, 'asker' | 'kind'>,
): Markdown | null {
  if (asker.id === '') return texts.nobody;
  if (action.verb === 'continue' && kind !== 'personal') return texts.chatsInPrivate;
  if (action.verb === 'showSources' && action.asker !== asker.id) return texts.onlyAsker;
  return action.verb === 'stop' && action.asker !== asker.id ? texts.notStopped : null;
}

/** What is shown at once to whoever pressed. */
export function pressReceipt(action: CardAction): string {
  if (action.verb === 'showSources') return texts.sourcesShown;
  return action.verb === 'ask' ? texts.asking : '';
}
