import { z } from 'zod';
import { ChatType } from './chats/chat.ts';
import { endpoint, Id } from './endpoint.ts';
import { Rating } from './chats/feedback.ts';
import { AccessRequestState } from './sites/accessRequests.ts';
import { chosenSites } from './sites/search.ts';
import { SiteChoice } from './sites/sites.ts';

/** Id that Teams gives to an activity, a conversation or a sign-in. Ids of conversations in channels are long. */
const TeamsId = z
  .string()
  .trim()
  .max(1_024)
  .regex(/^[\x21-\x7e]+$/, 'must be written in ASCII without blanks');

const bot = { method: 'POST', toggle: 'teamsBotEnabled' } as const;

/** The person who is signed in to the bot. The bot checks that the same person sent the activity. */
export const BotSession = z.object({
  id: z.string().describe('object id'),
  tenantId: z.string(),
  name: z.string(),
  first: z.boolean().describe('false if another client of the person already sent this sign-in'),
});
export type BotSession = z.infer<typeof BotSession>;

/** The toggles that decide which commands the bot's help lists, before anybody has signed in. */
export const BotFeatures = z.object({ tasks: z.boolean() });
export type BotFeatures = z.infer<typeof BotFeatures>;

export const getBotFeatures = endpoint({
  method: 'GET',
  path: '/bot/features',
  summary: 'Which commands of the bot are turned on',
  access: 'anyone',
  reply: BotFeatures,
});

export const beginBotSession = endpoint({
  ...bot,
  path: '/bot/session',
  summary: 'Checks a token that the bot got from Teams, and that the person has consented to Microsoft 365 access',
  ids: { exchange_id: 'own' },
  body: z.object({ exchange_id: TeamsId.describe('id of the sign-in; every client of the person sends it') }),
  reply: BotSession,
});

export const claimActivity = endpoint({
  ...bot,
  path: '/bot/activities',
  summary: 'Whether this is the first delivery of an activity; Teams repeats deliveries that it believes lost',
  ids: { activity_id: 'own' },
  body: z.object({ activity_id: TeamsId }),
  reply: z.object({ first: z.boolean() }),
});

/** The chat that one person's questions in a conversation of Teams belong to. */
export const BotChat = z.object({
  chat_id: Id,
  chat_type: ChatType,
  site_id: z.string().nullable().describe('one of the sites that are searched; null in a chat'),
  sites: SiteChoice.nullable().describe('all sites that are searched; null in a chat'),
});
export type BotChat = z.infer<typeof BotChat>;

export const openBotChat = endpoint({
  ...bot,
  path: '/bot/chat',
  summary: "The caller's chat for a conversation in Teams, created if there is none; with sites, a search in them",
  ids: { conversation_id: 'own', site_id: 'site', site_ids: 'site' },
  body: z.object({ conversation_id: TeamsId, ...chosenSites }),
  reply: BotChat,
});

export const continueBotChat = endpoint({
  ...bot,
  path: '/bot/chat/continue',
  summary: 'Continues a chat of the caller in a conversation',
  ids: { conversation_id: 'own', chat_id: 'chat' },
  body: z.object({ conversation_id: TeamsId, chat_id: Id }),
  reply: BotChat,
});

export const leaveBotChat = endpoint({
  ...bot,
  path: '/bot/chat/leave',
  summary: 'Starts a new chat with the next question in a conversation; the old one stays in the history',
  ids: { conversation_id: 'own' },
  body: z.object({ conversation_id: TeamsId }),
  reply: z.object({ left: z.literal(true) }),
});

/** Identifies a message in Teams. */
const activityFields = { conversation_id: TeamsId, activity_id: TeamsId };
const activityIds = { conversation_id: 'own', activity_id: 'own' } as const;

export const linkBotMessage = endpoint({
  ...bot,
  path: '/bot/messages',
  summary: 'Saves which answer a message in Teams shows',
  ids: { ...activityIds, chat_id: 'chat', message_id: 'message' },
  body: z.object({ ...activityFields, chat_id: Id, message_id: Id }),
  reply: z.object({ linked: z.literal(true) }),
});

export const rateBotMessage = endpoint({
  ...bot,
  path: '/bot/feedback',
  summary: "Saves the caller's feedback on an answer; the latest one counts",
  ids: activityIds,
  body: z.object({
    ...activityFields,
    ...Rating.shape,
  }),
  reply: z.object({ kept: z.literal(true) }),
});

export const setBotNotices = endpoint({
  ...bot,
  path: '/bot/notices',
  summary: 'Turns on or off the notice in Teams about finished work',
  ids: { reference: 'own' },
  body: z.object({
    reference: z
      .string()
      .min(1)
      .max(8_000)
      .nullable()
      .describe('signed conversation reference of the bot; null to turn notices off'),
  }),
  reply: z.object({ on: z.boolean() }),
});

/** Files that a person added to corpora and that are ready or have failed since the last notice. */
export const FinishedWork = z.object({
  ready: z.number().int(),
  failed: z.number().int(),
  files: z
    .array(z.object({ name: z.string(), site_id: z.string(), state: z.enum(['ready', 'failed']) }))
    .describe('some of the files, failed ones first'),
});
export type FinishedWork = z.infer<typeof FinishedWork>;

/** A run of all steps of a task that has ended since the last notice, and whose end no client of the person has shown. */
export const TaskNotice = z.object({
  run_id: Id,
  task_id: Id,
  title: z.string(),
  state: z.enum(['complete', 'failed', 'needs_you']),
});
export type TaskNotice = z.infer<typeof TaskNotice>;

/** A request for access to a site: a new one for its owner, or a decision for the person who asked. */
export const AccessNotice = z.object({
  site: z.string(),
  person: z.string().describe('who asks; empty for a decision'),
  state: AccessRequestState,
});
export type AccessNotice = z.infer<typeof AccessNotice>;

export const takeBotNotice = endpoint({
  ...bot,
  path: '/bot/notices/take',
  summary: 'Finished work of the caller, returned once when all of it is done; nothing if notices are off',
  body: z.object({}),
  reply: z.object({
    reference: z.string().nullable(),
    under_way: z.number().int(),
    done: FinishedWork.nullable(),
    tasks: z.array(TaskNotice).describe('oldest first'),
    access: z.array(AccessNotice).describe('oldest first'),
  }),
});
