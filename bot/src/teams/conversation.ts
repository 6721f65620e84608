import type { Activity, ConversationReference } from 'botbuilder';
import type { InaccessibleSite, Site } from '#contract/sites/sites.ts';
import type { Markdown } from '#bot/text/markdown.ts';

/**
 * An activity that the bot sends; the channel fills in the rest. Its only text is `Markdown`, so no name reaches Teams
 * unescaped.
 */
export type Outgoing = Omit<Partial<Activity>, 'text' | 'summary' | 'speak' | 'suggestedActions'> & { text?: Markdown };

/** The person who wrote or pressed a button, identified by Teams. */
export interface Asker {
  tenantId: string;
  id: string;
  name: string;
}

/** Identifies a person. */
export type AskerId = Pick<Asker, 'tenantId' | 'id'>;

/** The sites that are offered when a person has to choose one. */
export interface SiteOptions {
  accessible: Site[];
  inaccessible: InaccessibleSite[];
  /** Why the name that the person gave was not accepted; null if they gave none. */
  problem: Markdown | null;
}

/** A conversation in Teams during one turn. `send` and `replace` throw the connector's errors. */
export interface Conversation {
  /** In a channel, the id of the thread. */
  id: string;
  /** Teams can show an answer while it is being written, but only in personal chats. */
  kind: 'personal' | 'group';
  asker: Asker;
  /** The time zone of the asker's client; undefined if Teams names none. */
  timeZone: string | undefined;
  /** Opens the conversation again in a later turn. */
  reference: Partial<ConversationReference>;
  /** Sends an activity; returns its id if the channel gives one. */
  send(activity: Outgoing): Promise<string | undefined>;
  /** Replaces an activity that was sent. Idempotent. */
  replace(id: string, activity: Outgoing): Promise<void>;
  /** The bot's own token for the channel; `null` if it needs none. */
  getChannelToken(): Promise<string | null>;
  askToSignIn(): Promise<void>;
  /** Asks which site to search; the answer arrives as another activity. */
  askForSite(options: SiteOptions): Promise<void>;
}

/** Identifies one person in one conversation. */
export function getConversationKey({ id, asker }: Pick<Conversation, 'id' | 'asker'>): string {
  return `${asker.tenantId}/${asker.id}/${id}`;
}
