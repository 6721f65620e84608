import type { Client } from '../../api/contract/client.ts';
import type { ConversationReference } from 'botbuilder';
import type { Clock } from '../../api/platform/clock.ts';
import type { Asker, Conversation } from './conversation.ts';
import type { FetchFile } from './files.ts';
import type { Links } from './links.ts';
import type { Log } from '../../api/platform/log.ts';
import type { Seal } from './seal.ts';
import type { Tokens } from './tokens.ts';

/** The bot's outside, handed in by the process or by a test. */
export interface BotWorld {
  /** A client of the API that bears a person's token. */
  clientOf(token: string): Client;
  tokens: Tokens;
  /** A person's token without asking them; only the sandbox has such a thing. */
  silentToken(asker: Asker): Promise<string | null>;
  /** Gives the bytes of a file that a person sent. */
  fetchFile: FetchFile;
  /** Of what the bot keeps at the API. */
  seal: Seal;
  links: Links;
  clock: Clock;
  log: Log;
  /** Comes back to a conversation in a turn of its own. */
  resume(reference: Partial<ConversationReference>, work: (conversation: Conversation) => Promise<void>): Promise<void>;
}
