import type { Person } from '#sandbox/person.ts';
import type { InstalledApp } from '#sandbox/provisioning.ts';
import type { ChannelKeys } from './channelKeys.ts';
import type { FaultQueue } from './faultQueue.ts';
import type { EventFeed } from './eventFeed.ts';
import type { UploadedFiles } from './uploadedFiles.ts';
import type { TokenIssuer } from './verifyBotToken.ts';
import type { BotEndpoint } from './createActivity.ts';
import type { Delivery, ActivitySender } from './activitySender.ts';
import type { Message, Conversation, Conversations } from './conversations.ts';

/** The part of the sandbox's identity that the channel uses. */
export interface PeopleTokens extends TokenIssuer {
  /** Mints the token that Teams gets for a person and the resource of the app. Throws Entra's error. */
  mint(person: Person, resource: string): Promise<string>;
  /** Gives AVA the person's consent. */
  consent(person: Person): void;
}

/** The outcome of a person's sign-ins, until a control or the person's consent changes it. */
export type SignInOutcome = { how: 'silent' } | { how: 'consent' } | { how: 'failure'; code: string };

/** One call of the bot to the connector. */
export interface ConnectorRequest {
  /** Time of the call on the channel's clock, in milliseconds. */
  at: number;
  method: string;
  path: string;
  conversation: string;
  activity: unknown;
  /** Status of the connector's reply. */
  status: number;
  /** Id of the activity; empty for stream updates and for rejected new activities. */
  id: string;
}

/** The parts and the state of a running channel. */
export interface ChannelContext {
  conversations: Conversations;
  feed: EventFeed;
  files: UploadedFiles;
  keys: ChannelKeys;
  tokens: PeopleTokens;
  activitySender: ActivitySender;
  bot: BotEndpoint;
  app: InstalledApp;
  faults: FaultQueue;
  sent: ConnectorRequest[];
  /** Outcomes of sign-ins by person key. People without an entry sign in silently. */
  signIns: Map<string, SignInOutcome>;
  /** Whether people have two Teams clients, each of which exchanges the token. */
  twoClients: boolean;
  clock: { offsetMs: number };
  /** Keys of the people who have opened the bot's chat. */
  installedFor: Set<string>;
}

/** Time of the channel's clock in milliseconds; a control changes its offset. */
export function getNow({ clock }: ChannelContext): number {
  return Date.now() + clock.offsetMs;
}

/** Stores a new or changed message and sends it to the people of its conversation. */
export function publishMessage({ feed }: ChannelContext, conversation: Conversation, message: Message): void {
  if (!conversation.messages.includes(message)) conversation.messages.push(message);
  feed.message(conversation, message);
}

/** Sends an activity to the bot. */
export function sendToBot(context: ChannelContext, activity: object): Promise<Delivery> {
  return context.activitySender.send(activity);
}
