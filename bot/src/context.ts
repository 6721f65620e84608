import type { ConversationReference } from 'botbuilder';
import type { Client } from '#contract/client.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Links } from './text/links.ts';
import type { PayloadSigner } from './auth/signedPayload.ts';
import type { TokenCache } from './auth/tokenCache.ts';
import type { Asker, Conversation } from './teams/conversation.ts';
import type { FetchFile } from './files/fetchFile.ts';
import type { LogTurnError } from './teams/turnErrors.ts';

/** Services of the process; tests replace them. */
export interface BotServices {
  /** A client of the API that sends a person's token. */
  createApiClient(token: string): Client;
  tokens: TokenCache;
  /** A person's token without signing in; only the sandbox has one. */
  fetchSandboxToken(asker: Asker): Promise<string | null>;
  fetchFile: FetchFile;
  signer: PayloadSigner;
  links: Links;
  clock: Clock;
  log: Log;
  logTurnError: LogTurnError;
}

/** Everything a feature of the bot is handed. */
export interface BotContext extends BotServices {
  /** Opens a conversation in a new turn. */
  resume(reference: Partial<ConversationReference>, work: (conversation: Conversation) => Promise<void>): Promise<void>;
}
