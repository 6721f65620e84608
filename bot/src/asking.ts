import { openBotChat, type BotChat } from '../../api/contract/bot.ts';
import type { Client, EventStream } from '../../api/contract/client.ts';
import { AvaError, isAvaError } from '../../api/contract/errors.ts';
import type { FileContextItem } from '../../api/contract/files.ts';
import { findModel, getModels } from '../../api/contract/models.ts';
import { openAnswer as openAnswerStream } from '../../api/contract/openAnswer.ts';
import { followRun, type AnswerEvent } from '../../api/contract/runs.ts';
import { getSettings } from '../../api/contract/settings.ts';
import { getSites, type Site } from '../../api/contract/sites.ts';
import type { z } from 'zod';
import type { Clock } from '../../api/platform/clock.ts';
import { mayMention, mentionedSite } from './mention.ts';
import { texts } from './texts.ts';

/** A question on its way to the API. */
export interface Asked {
  /** Its id in AVA; sent twice under it, it is one question and one answer. */
  messageId: string;
  /** The name under which its answer can be stopped. */
  sessionId: string;
  text: string;
  files: z.input<typeof FileContextItem>[];
}

/** Where a question goes: a chat, and the site that is searched for it. */
export interface Target {
  chat: BotChat;
  site: Pick<Site, 'SiteId' | 'SiteName'> | null;
  /** The question as AVA keeps it, a mention in brackets. */
  text: string;
}

/** Throws `invalid_mention` for an @name that no open site has. */
export async function targetOf(client: Client, conversationId: string, text: string): Promise<Target> {
  const chat = await client.call(openBotChat, { conversation_id: conversationId });
  if (!mayMention(text) && chat.site_id === null) return { chat, site: null, text };
  const { accessibleSites } = await client.call(getSites, {}).catch((error: unknown) => {
    if (isAvaError(error) && error.code === 'switched_off') return { accessibleSites: [] };
    throw error;
  });
  const mention = mentionedSite(text, accessibleSites);
  if (mention.name === 'invalid') throw new AvaError('invalid_mention', { detail: texts.invalidMention });
  if (mention.name === 'site') return { chat, site: mention.site, text: mention.text };
  if (chat.site_id === null) return { chat, site: null, text };
  const site = accessibleSites.find(({ SiteId }) => SiteId === chat.site_id);
  return { chat, site: site ?? { SiteId: chat.site_id, SiteName: '' }, text };
}

/** Sends a question with the person's own settings and opens the stream of its answer. */
export async function openAnswer(
  client: Client,
  { chat, site, text }: Target,
  asked: Asked,
  signal: AbortSignal,
): Promise<EventStream<AnswerEvent>> {
  const [{ models }, { settings }] = await Promise.all([client.call(getModels, {}), client.call(getSettings, {})]);
  const mode = chat.chat_type === 'search' ? 'ks' : 'chat';
  const model = findModel(mode, settings[mode].selectedModel, models);
  if (!model) throw new AvaError('no_models');
  const request = {
    chatId: chat.chat_id,
    eventSessionId: asked.sessionId,
    requestId: asked.messageId,
    model: model.model_alias,
    settings: settings[mode],
    functionCalling: false,
    text,
    files: asked.files,
    search: site && { siteId: site.SiteId, files: [] },
  };
  return openAnswerStream(client, request, signal);
}

const RECONNECTS = 8;
const RECONNECT_MS = 500;

/**
 * The events of an answer, taken up again where a connection was lost: the answer itself goes on without anybody reading.
 * Throws what the API says when it cannot be followed any more.
 */
export async function* eventsOf(
  client: Client,
  stream: EventStream<AnswerEvent>,
  clock: Clock,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent> {
  const runId = stream.headers.get('Run-Id') ?? '';
  let seq = 0;
  let source: AsyncIterable<AnswerEvent> | null = stream;
  for (let lost = 0; ; lost += 1) {
    try {
      source ??= await client.stream(followRun, { run_id: runId, from: seq }, { signal });
      for await (const event of source) {
        seq = event.seq;
        lost = 0;
        yield event;
      }
      return;
    } catch (error) {
      const gone = isAvaError(error) && !['unexpected', 'closing', 'store_unavailable'].includes(error.code);
      if (signal.aborted || gone || runId === '' || lost >= RECONNECTS) throw error;
      source = null;
      await clock.sleep(RECONNECT_MS * 2 ** Math.min(lost, 4), signal);
    }
  }
}
