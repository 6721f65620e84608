import { createRequire } from 'node:module';
import {
  CloudAdapter,
  ConfigurationBotFrameworkAuthentication,
  type Activity,
  type ConversationReference,
  type InvokeResponse,
  type TurnContext,
} from 'botbuilder';
import { ConfidentialClientApplication } from '@azure/msal-node';
import {
  MsalServiceClientCredentialsFactory,
  type AuthenticateRequestResult,
  type BotFrameworkAuthentication,
} from 'botframework-connector';
import type { BotEnvironment } from '#bot/env.ts';

/** The connector accepts tokens for this scope. */
const BOT_FRAMEWORK_SCOPE = 'https://api.botframework.com';

export type Turn = (context: TurnContext) => Promise<void>;

/**
 * botbuilder 4.23.3 removes every property but `type` from the entities it sends, which breaks streaming, the AI label
 * and citations. The fix (microsoft/botbuilder-js #4903) is in no released version.
 */
function keepEntityProperties(): void {
  const require = createRequire(import.meta.url);
  const mappers = require('botframework-connector/lib/connectorApi/models/mappers.js') as {
    Entity: { type: { additionalProperties?: { type: { name: string } } } };
  };
  mappers.Entity.type.additionalProperties ??= { type: { name: 'Object' } };
}

/** The part of botbuilder's connector client that retries failed requests. */
interface RetryingClient {
  client: { pipeline: { removePolicy(policy: { name: string }): unknown } };
}

/** A failed send may have arrived, so only the code that knows the message can retry it (`delivery/deliver.ts`). */
function disableRetries(connector: RetryingClient): void {
  connector.client.pipeline.removePolicy({ name: 'defaultRetryPolicy' });
}

/**
 * botbuilder's adapter with separate steps for authentication and the turn, so that Teams does not wait for the turn.
 */
export class TeamsAdapter extends CloudAdapter {
  readonly #authentication: BotFrameworkAuthentication;
  readonly #botId: string;

  constructor(authentication: BotFrameworkAuthentication, botId: string) {
    super(authentication);
    this.#authentication = authentication;
    this.#botId = botId;
    this.use(async (context, next) => {
      disableRetries(context.turnState.get(this.ConnectorClientKey));
      await next();
    });
  }

  /** Throws botbuilder's `AuthenticationError`, with a `statusCode`, if the caller is not the channel. */
  authenticate(activity: Activity, authorization: string): Promise<AuthenticateRequestResult> {
    return this.#authentication.authenticateRequest(activity, authorization);
  }

  /** Runs a turn; returns the response to an invoke. */
  run(caller: AuthenticateRequestResult, activity: Activity, turn: Turn): Promise<InvokeResponse | undefined> {
    return this.processActivity(caller, activity, turn);
  }

  /** Runs a turn without an incoming activity. */
  resume(reference: Partial<ConversationReference>, turn: Turn): Promise<void> {
    return this.continueConversationAsync(this.#botId, reference, turn);
  }
}

/** The adapter for the public cloud, a sovereign cloud or the sandbox's channel. */
export function createAdapter({ registration, channel }: Pick<BotEnvironment, 'registration' | 'channel'>) {
  keepEntityProperties();
  const settings = Object.entries({
    MicrosoftAppType: registration ? 'SingleTenant' : undefined,
    MicrosoftAppId: registration?.id,
    MicrosoftAppPassword: registration?.password,
    MicrosoftAppTenantId: registration?.tenantId,
    ToBotFromChannelOpenIdMetadataUrl: channel.openIdMetadataUrl,
    ToBotFromChannelTokenIssuer: channel.tokenIssuer,
    ToChannelFromBotLoginUrl: channel.loginUrl,
    ToChannelFromBotOAuthScope: channel.loginUrl === undefined ? undefined : BOT_FRAMEWORK_SCOPE,
  }).filter(([, value]) => value !== undefined);
  const credentials = createCredentials(channel.loginUrl, registration);
  const authentication = new ConfigurationBotFrameworkAuthentication(Object.fromEntries(settings), credentials);
  return new TeamsAdapter(authentication, registration?.id ?? '');
}

/**
 * Gets the bot's own tokens from a host other than Microsoft's public sign-in. Without `knownAuthorities`, the library
 * asks the public cloud whether it can trust the host.
 */
function createCredentials(loginUrl: string | undefined, registration: BotEnvironment['registration']) {
  if (loginUrl === undefined || registration === null) return undefined;
  const { id: clientId, password: clientSecret } = registration;
  const knownAuthorities = [new URL(loginUrl).host];
  const client = new ConfidentialClientApplication({
    auth: { clientId, clientSecret, authority: loginUrl, knownAuthorities },
  });
  // botbuilder expects the class of an older MSAL, but calls only `acquireTokenByClientCredential` of it.
  type Client = ConstructorParameters<typeof MsalServiceClientCredentialsFactory>[1];
  return new MsalServiceClientCredentialsFactory(clientId, client as unknown as Client);
}
