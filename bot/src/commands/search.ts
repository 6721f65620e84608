import { openBotChat } from '#contract/bot.ts';
import type { Client } from '#contract/client.ts';
import { isAvaError } from '#contract/errors.ts';
import { toSiteFields } from '#contract/sites/search.ts';
import { getSites, type Site } from '#contract/sites/sites.ts';
import type { Conversation } from '#bot/teams/conversation.ts';
import { texts } from '#bot/texts.ts';
import {
  describeNoMatch,
  findSiteByName,
  matchSites,
  toChosenSites,
  type ChosenSites,
} from '#bot/question/mentionedSite.ts';
import type { PersonalCommand } from './command.ts';

/** A longer text that names no site is a question. */
const MAX_NAME_WORDS = 5;

/** Throws `not_found` if the person cannot search any of the sites. */
export async function startSearch(
  conversation: Conversation,
  client: Client,
  { sites, name }: ChosenSites,
): Promise<void> {
  await client.call(openBotChat, { conversation_id: conversation.id, ...toSiteFields(sites) });
  await conversation.send({ type: 'message', text: texts.searchingIn(name) });
}

export const search: PersonalCommand = {
  name: 'search',
  argumentName: 'site',
  takesList: true,
  summary: 'Answers from the files of a site, of several, or of all',
  access: 'person',
  async run({ conversation, argument }, client) {
    const sites = await client.call(getSites, {}).catch(explainSwitchedOff);
    const { accessibleSites: accessible, inaccessibleSites: inaccessible } = sites;
    const match = matchSites(argument, accessible);
    if (match.name === 'none' && argument.split(' ').length > MAX_NAME_WORDS) return 'question';
    if (conversation.kind !== 'personal') return searchInGroup(conversation, client, argument, accessible);
    if (match.name === 'sites') return startSearch(conversation, client, match.chosen);
    const problem = describeNoMatch(match.name, argument);
    await conversation.askForSite({ accessible, inaccessible, problem: argument === '' ? null : problem });
  },
};

/** A group must not see which sites a person can search, so none are listed, and only a full name is accepted. */
async function searchInGroup(
  conversation: Conversation,
  client: Client,
  name: string,
  accessible: readonly Site[],
): Promise<void> {
  const site = findSiteByName(name, accessible);
  if (site) return startSearch(conversation, client, toChosenSites([site]));
  const text = name === '' ? texts.searchHere : texts.noSuchSiteHere(name);
  await conversation.send({ type: 'message', text });
}

function explainSwitchedOff(error: unknown): never {
  throw isAvaError(error) && error.code === 'switched_off'
    ? Object.assign(error, { detail: texts.knowledgeOff })
    : error;
}
