import { continueBotChat, leaveBotChat, openBotChat } from '../../../api/contract/bot.ts';
import { getChat, getChats } from '../../../api/contract/chat.ts';
import type { Client } from '../../../api/contract/client.ts';
import { getModels, modelLabel, orderModels } from '../../../api/contract/models.ts';
import { getSettings, saveSettings } from '../../../api/contract/settings.ts';
import { getSites, type Site } from '../../../api/contract/sites.ts';
import { isAvaError } from '../../../api/contract/errors.ts';
import { attachmentOf } from '../cards/card.ts';
import { chatsCard, modelsCard } from '../cards/choiceCards.ts';
import type { Conversation } from '../conversation.ts';
import type { Markdown } from '../markdown.ts';
import { matchSite, siteCalled } from '../mention.ts';
import { texts } from '../texts.ts';
import type { PersonalCommand } from './command.ts';

/** As many as a card has buttons for. */
const CHATS_OFFERED = 6;

const say = (conversation: Conversation, text: Markdown) => conversation.send({ type: 'message', text });

export const fresh: PersonalCommand = {
  name: 'new',
  aliases: ['new chat', 'reset'],
  summary: 'Begins a new chat; the last one stays in your history',
  access: 'person',
  async run({ conversation }, client) {
    await client.call(leaveBotChat, { conversation_id: conversation.id });
    await say(conversation, texts.fresh);
  },
};

/** Goes into a search in a site. Throws `not_found` where it is not open to the person. */
export async function searchIn(
  conversation: Conversation,
  client: Client,
  { SiteId, SiteName }: Pick<Site, 'SiteId' | 'SiteName'>,
): Promise<void> {
  await client.call(openBotChat, { conversation_id: conversation.id, site_id: SiteId });
  await say(conversation, texts.searchingIn(SiteName));
}

export const search: PersonalCommand = {
  name: 'search',
  takes: 'site',
  summary: 'Asks the files of a site',
  access: 'person',
  async run({ conversation, rest, chooseSite }, client) {
    const { accessibleSites: open, inaccessibleSites: closed } = await client.call(getSites, {}).catch(knowledgeOff);
    if (conversation.kind !== 'personal') return searchHere(conversation, client, rest, open);
    const match = matchSite(rest, open);
    if (match.name === 'one') return searchIn(conversation, client, match.site);
    const problem = match.name === 'several' ? texts.ambiguousSite(rest) : texts.noSuchSite(rest);
    await chooseSite({ open, closed, problem: rest === '' ? null : problem });
  },
};

/** In a group nothing is named that the person has not named there: which sites are open to them is theirs to tell. */
async function searchHere(
  conversation: Conversation,
  client: Client,
  name: string,
  open: readonly Site[],
): Promise<void> {
  const site = siteCalled(name, open);
  if (site) return searchIn(conversation, client, site);
  await say(conversation, name === '' ? texts.searchHere : texts.noSuchSiteHere(name));
}

function knowledgeOff(error: unknown): never {
  throw isAvaError(error) && error.code === 'switched_off'
    ? Object.assign(error, { detail: texts.knowledgeOff })
    : error;
}

/** Makes a model the one that answers in chats. */
export async function chooseModel(conversation: Conversation, client: Client, wanted: string): Promise<void> {
  const [models, { settings }] = await Promise.all([chatModels(client), client.call(getSettings, {})]);
  const name = wanted.trim().toLowerCase();
  const model =
    models.find((one) => [one.model_alias, one.model_name, one.label].some((known) => known.toLowerCase() === name)) ??
    models.find((one) => one.label.toLowerCase().includes(name));
  if (!model) return void (await say(conversation, texts.noSuchModel(wanted)));
  await client.call(saveSettings, { settings: { chat: { ...settings.chat, selectedModel: model.model_alias } } });
  await say(conversation, texts.modelChosen(modelLabel(model)));
}

async function chatModels(client: Client) {
  const { models } = await client.call(getModels, {});
  return orderModels(models.filter(({ modalities }) => modalities.includes('chat_completion')));
}

export const model: PersonalCommand = {
  name: 'model',
  takes: 'name',
  summary: 'Chooses the language model that answers',
  access: 'person',
  async run({ conversation, rest }, client) {
    if (rest !== '') return chooseModel(conversation, client, rest);
    if (conversation.kind !== 'personal') return void (await say(conversation, texts.modelHere));
    const [models, { settings }] = await Promise.all([chatModels(client), client.call(getSettings, {})]);
    const card = modelsCard(models, settings.chat.selectedModel);
    await conversation.send({ type: 'message', attachments: [attachmentOf(card)] });
  },
};

/**
 * Goes on in their own conversation with a chat of the person; a group is not told what it is called. Throws `not_found`
 * for any other chat.
 */
export async function continueIn(conversation: Conversation, client: Client, chatId: string): Promise<void> {
  if (conversation.kind !== 'personal') return void (await say(conversation, texts.chatsInPrivate));
  await client.call(continueBotChat, { conversation_id: conversation.id, chat_id: chatId });
  const { Title } = await client.call(getChat, { convo_id: chatId });
  await say(conversation, texts.goingOn(Title));
}

export const goOn: PersonalCommand = {
  name: 'continue',
  aliases: ['chats', 'history'],
  summary: 'Goes on with a chat that you began here or in the tab',
  fits: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  access: 'person',
  async run({ conversation, rest }, client) {
    if (rest !== '') return continueIn(conversation, client, rest);
    if (conversation.kind !== 'personal') return void (await say(conversation, texts.chatsInPrivate));
    const { chats } = await client.call(getChats, { limit: CHATS_OFFERED });
    if (chats.length === 0) return void (await say(conversation, texts.noChats));
    await conversation.send({ type: 'message', attachments: [attachmentOf(chatsCard(chats))] });
  },
};
