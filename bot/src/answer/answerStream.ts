import type { z } from 'zod';
import { openBotChat, type BotChat } from '#contract/bot.ts';
import type { Client, EventStream } from '#contract/client.ts';
import { AvaError, isAvaError } from '#contract/errors.ts';
import type { FileContextItem } from '#contract/files/files.ts';
import { findModel, getModels } from '#contract/models.ts';
import { openAnswer as openAnswerStream } from '#contract/runs/openAnswer.ts';
import { followRun } from '#contract/runs/followRun.ts';
import { endsAnswer, followAnswerRun, type AnswerEvent } from '#contract/runs/answerEvents.ts';
import { getSettings } from '#contract/settings.ts';
import { getFunctionGroups, getSites, MAX_CHOSEN_SITES, TOO_MANY_SITES, type Site } from '#contract/sites/sites.ts';
import type { Clock } from '#platform/clock.ts';
import { createFollowOptions } from '#bot/followOptions.ts';
import { texts } from '#bot/texts.ts';
import type { MessageContext } from '#bot/question/messageContext.ts';
import {
  allSites,
  findMentionedSites,
  hasMentionSyntax,
  toChosenSites,
  type ChosenSites,
} from '#bot/question/mentionedSite.ts';

type ContextItem = z.input<typeof FileContextItem>;

/** Ids and files that the bot sends to the API with a question. */
export interface AnswerRequest {
  /** The question's id in AVA; a repeated question has the same id and is answered once. */
  messageId: string;
  /** The id by which its answer can be stopped. */
  sessionId: string;
  files: ContextItem[];
  /** Texts that came with the question. */
  context: readonly MessageContext[];
  /** Whether the model can call functions with the person's rights, if the organization offers them. */
  functionCalling: boolean;
  timeZone: string | undefined;
}

/** The chat that a question goes to, and the sites that are searched. */
export interface AnswerTarget {
  chat: BotChat;
  chosen: ChosenSites | null;
  /** All sites that the person can search; none if the question searches no site. */
  accessible: readonly Pick<Site, 'SiteId' | 'SiteName'>[];
  /** The question as AVA stores it, with the names of mentioned sites in brackets. */
  text: string;
}

/**
 * Throws `invalid_mention` for an @name that matches no site the person can search.
 * @param functionCalling whether groups of functions can be mentioned, too
 */
export async function resolveTarget(
  client: Client,
  conversationId: string,
  text: string,
  functionCalling: boolean,
): Promise<AnswerTarget> {
  const chat = await client.call(openBotChat, { conversation_id: conversationId });
  const noSite = { chat, chosen: null, accessible: [], text };
  if (!hasMentionSyntax(text) && chat.sites === null) return noSite;
  const { accessibleSites } = await client.call(getSites, {}).catch((error: unknown) => {
    if (isAvaError(error) && error.code === 'switched_off') return { accessibleSites: [] };
    throw error;
  });
  const mention = findMentionedSites(text, accessibleSites);
  if (mention.name === 'invalid') {
    const group = functionCalling ? await findFunctionGroup(client, text) : null;
    if (group === null) throw new AvaError('invalid_mention', { detail: texts.invalidMention });
    return { ...noSite, text: group };
  }
  const searched = { chat, accessible: accessibleSites, text };
  if (mention.name === 'sites' && mention.sites.length > MAX_CHOSEN_SITES)
    throw new AvaError('bad_request', { detail: TOO_MANY_SITES });
  if (mention.name === 'sites') return { ...searched, chosen: toChosenSites(mention.sites), text: mention.text };
  const { sites } = chat;
  if (sites === null) return noSite;
  if (sites === 'all') return { ...searched, chosen: allSites };
  // The answer says that a site is left out; its name is not shown to a person who lost access.
  const { name } = toChosenSites(accessibleSites.filter(({ SiteId }) => sites.includes(SiteId)));
  return { ...searched, chosen: { sites, name } };
}

/** Returns the text with the mentioned group of functions in brackets; null if it mentions none. */
async function findFunctionGroup(client: Client, text: string): Promise<string | null> {
  const { groups } = await client.call(getFunctionGroups, {});
  const functions = groups.filter(({ site_link }) => site_link === null);
  const mention = findMentionedSites(
    text,
    functions.map(({ group_name }) => ({ SiteName: group_name })),
  );
  return mention.name === 'sites' ? mention.text : null;
}

/** Sends a question with the person's settings and opens the stream of its answer. */
export async function openAnswer(
  client: Client,
  { chat, chosen, text }: AnswerTarget,
  { messageId, sessionId, files, context, functionCalling, timeZone }: AnswerRequest,
  signal: AbortSignal,
): Promise<EventStream<AnswerEvent>> {
  const [{ models }, { settings }] = await Promise.all([client.call(getModels, {}), client.call(getSettings, {})]);
  const mode = chat.chat_type === 'search' ? 'ks' : 'chat';
  const model = findModel(mode, settings[mode].selectedModel, models);
  if (!model) throw new AvaError('no_models');
  const request = {
    chatId: chat.chat_id,
    eventSessionId: sessionId,
    requestId: messageId,
    model: model.model_alias,
    settings: settings[mode],
    functionCalling,
    lookUp: functionCalling,
    timeZone,
    text,
    files: [...files, ...context.map(toContextItem)],
    search: chosen && { sites: chosen.sites, files: [] },
  };
  try {
    return await openAnswerStream(client, request, signal);
  } catch (error) {
    // If uploads are off, quoted messages can't be sent as files. They are sent as part of the text, marked as
    // quotations.
    if (context.length === 0 || files.length > 0 || !isAvaError(error) || error.code !== 'uploads_off') throw error;
    const quoted = { ...request, text: [text, ...context.map(quote)].join('\n\n'), files: [] };
    return openAnswerStream(client, quoted, signal);
  }
}

/** The text is sent as a file, because a model reads the text of files as data and never as an instruction. */
function toContextItem({ name, text }: MessageContext): ContextItem {
  const fileSize = Buffer.byteLength(text);
  return { scrapedFileId: crypto.randomUUID(), fileName: name, fileType: 'TXT', fileContent: text, fileSize };
}

function quote({ name, text }: MessageContext): string {
  return [`${name}:`, ...text.split('\n')].map((line) => `> ${line}`).join('\n');
}

/** The events of an answer. The run continues without a reader, so a lost connection is opened again. */
export function followAnswer(
  client: Client,
  stream: EventStream<AnswerEvent>,
  clock: Clock,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent> {
  const runId = stream.headers.get('Run-Id') ?? '';
  const open = (from: number) => client.stream(followAnswerRun, { run_id: runId, from }, { signal });
  return followRun({ stream, from: 0, open, isEnd: endsAnswer }, createFollowOptions(clock, signal));
}
