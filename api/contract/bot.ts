import { z } from 'zod';
import { ChatType } from './chat.ts';
import { endpoint, Id } from './endpoint.ts';
import { SiteId } from './sites.ts';

/** What Teams calls an activity, a conversation or a sign-in: opaque, and long in channels. */
const TeamsId = z
  .string()
  .trim()
  .max(1_024)
  .regex(/^[\x21-\x7e]+$/, 'must be written in ASCII without blanks');

const bot = { method: 'POST', toggle: 'teamsBotEnabled' } as const;

/** Who is signed in at the bot; it compares this with the sender that Teams names. */
export const BotSession = z.object({
  id: z.string().describe('object id'),
  tenantId: z.string(),
  name: z.string(),
  first: z.boolean().describe('false where this very sign-in was already brought by another client of the person'),
});
export type BotSession = z.infer<typeof BotSession>;

export const beginBotSession = endpoint({
  ...bot,
  path: '/bot/session',
  summary:
    'Checks a token that Teams gave the bot, and that the person agrees to what AVA does for them in Microsoft 365',
  ids: { exchange_id: 'own' },
  body: z.object({ exchange_id: TeamsId.describe("the sign-in's own id: every client of a person sends it") }),
  reply: BotSession,
});

export const claimActivity = endpoint({
  ...bot,
  path: '/bot/activities',
  summary: 'Whether this is the first delivery of an activity; Teams delivers again what it believes lost',
  ids: { activity_id: 'own' },
  body: z.object({ activity_id: TeamsId }),
  reply: z.object({ first: z.boolean() }),
});

/** The chat that a conversation in Teams goes on in, for one person. */
export const BotChat = z.object({
  chat_id: Id,
  chat_type: ChatType,
  site_id: z.string().nullable().describe('the site that is searched; null in a chat'),
});
export type BotChat = z.infer<typeof BotChat>;

export const openBotChat = endpoint({
  ...bot,
  path: '/bot/chat',
  summary: "The caller's chat of a conversation in Teams, made where there is none; with a site, a search in it",
  ids: { conversation_id: 'own', site_id: 'site' },
  body: z.object({ conversation_id: TeamsId, site_id: SiteId.optional() }),
  reply: BotChat,
});

export const continueBotChat = endpoint({
  ...bot,
  path: '/bot/chat/continue',
  summary: 'Goes on in a conversation with a chat of the caller',
  ids: { conversation_id: 'own', chat_id: 'chat' },
  body: z.object({ conversation_id: TeamsId, chat_id: Id }),
  reply: BotChat,
});

export const leaveBotChat = endpoint({
  ...bot,
  path: '/bot/chat/leave',
  summary: 'Makes the next question in a conversation begin a new chat; the old one stays in the history',
  ids: { conversation_id: 'own' },
  body: z.object({ conversation_id: TeamsId }),
  reply: z.object({ left: z.literal(true) }),
});

/** A message in Teams and the message of a chat that it shows. */
const place = { conversation_id: TeamsId, activity_id: TeamsId };
const placeIds = { conversation_id: 'own', activity_id: 'own' } as const;

export const linkBotMessage = endpoint({
  ...bot,
  path: '/bot/messages',
  summary: 'Keeps which answer a message in Teams shows',
  ids: { ...placeIds, chat_id: 'chat', message_id: 'message' },
  body: z.object({ ...place, chat_id: Id, message_id: Id }),
  reply: z.object({ linked: z.literal(true) }),
});

export const rateBotMessage = endpoint({
  ...bot,
  path: '/bot/feedback',
  summary: 'Keeps what the caller thinks of an answer; said again, the last word counts',
  ids: placeIds,
  body: z.object({ ...place, reaction: z.enum(['like', 'dislike']), comment: z.string().max(4_000).default('') }),
  reply: z.object({ kept: z.literal(true) }),
});

export const setBotNotices = endpoint({
  ...bot,
  path: '/bot/notices',
  summary: 'Whether and where in Teams the caller is told that long work of theirs is done',
  ids: { reference: 'own' },
  body: z.object({
    reference: z
      .string()
      .min(1)
      .max(8_000)
      .nullable()
      .describe("the bot's own sealed way back; null to be told nothing"),
  }),
  reply: z.object({ on: z.boolean() }),
});

/** Long work of a person that is done: files that they put into corpora. */
export const FinishedWork = z.object({
  ready: z.number().int(),
  failed: z.number().int(),
  files: z
    .array(z.object({ name: z.string(), site_id: z.string(), state: z.enum(['ready', 'failed']) }))
    .describe('some of them, those that failed first'),
});
export type FinishedWork = z.infer<typeof FinishedWork>;

export const takeBotNotice = endpoint({
  ...bot,
  path: '/bot/notices/take',
  summary: 'What the caller began, given once when all of it is done; nothing where they are not to be told',
  body: z.object({}),
  reply: z.object({
    reference: z.string().nullable(),
    under_way: z.number().int(),
    done: FinishedWork.nullable(),
  }),
});
