import type { Activity, ConversationReference } from 'botbuilder';
import type { Markdown } from './markdown.ts';

/**
 * What the bot sends: an activity of the Bot Framework without what the channel fills in. Its only text is `Markdown`, so
 * that no name reaches Teams unescaped.
 */
export type Outgoing = Omit<Partial<Activity>, 'text' | 'summary' | 'speak' | 'suggestedActions'> & { text?: Markdown };

/** Who wrote or pressed a button: by tenant and object id, as Teams vouches for them. */
export interface Asker {
  tenantId: string;
  id: string;
  name: string;
}

/** A conversation in Teams as it is during one turn. Errors of `send` and `replace` are the connector's. */
export interface Conversation {
  /** In a channel it names the thread. */
  id: string;
  /** Only in a personal chat does Teams show a text while it is written. */
  kind: 'personal' | 'group';
  asker: Asker;
  /** How to come back to it in a turn of its own. */
  reference: Partial<ConversationReference>;
  /** Sends an activity; gives its id where the channel says it. */
  send(activity: Outgoing): Promise<string | undefined>;
  /** The bot's own token for the channel; `null` where it needs none. */
  channelToken(): Promise<string | null>;
  /** Puts another activity in the place of one that was sent. Doing it twice is doing it once. */
  replace(id: string, activity: Outgoing): Promise<void>;
}

/** Names one person in one conversation. */
export function keyOf({ id, asker }: Pick<Conversation, 'id' | 'asker'>): string {
  return `${asker.tenantId}/${asker.id}/${id}`;
}
