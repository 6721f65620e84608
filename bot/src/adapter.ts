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
import type { BotEnvironment } from './env.ts';

/** Whose tokens a bot shows to the connector. */
const BOT_FRAMEWORK = 'https://api.botframework.com';

export type Turn = (context: TurnContext) => Promise<void>;

/**
 * botbuilder 4.23.3 strips every property but `type` from the entities it sends: streaming, the AI label and citations
 * would reach Teams empty. It is mended upstream (microsoft/botbuilder-js #4903) in no version that was released.
 */
export function keepEntities(): void {
  const load = createRequire(import.meta.url);
  const mappers = load('botframework-connector/lib/connectorApi/models/mappers.js') as {
    Entity: { type: { additionalProperties?: { type: { name: string } } } };
  };
  mappers.Entity.type.additionalProperties ??= { type: { name: 'Object' } };
}

/** The part of botbuilder's connector client that repeats by itself what failed. */
interface Repeating {
  client: { pipeline: { removePolicy(policy: { name: string }): unknown } };
}

/**
 * A send that failed may have arrived all the same: only who knows what it was may try again (`deliver.ts`). botbuilder
 * would do so three times.
 */
function sendOnce(connector: Repeating): void {
  connector.client.pipeline.removePolicy({ name: 'defaultRetryPolicy' });
}

/** botbuilder's adapter with its two halves apart: who is it, and then the turn, so that Teams need not wait for that. */
export class TeamsAdapter extends CloudAdapter {
  readonly #authentication: BotFrameworkAuthentication;
  readonly #botId: string;

  constructor(authentication: BotFrameworkAuthentication, botId: string) {
    super(authentication);
    this.#authentication = authentication;
    this.#botId = botId;
    this.use(async (context, next) => {
      sendOnce(context.turnState.get(this.ConnectorClientKey));
      await next();
    });
  }

  /** Throws botbuilder's `AuthenticationError`, with a `statusCode`, for whoever is not the channel. */
  authenticate(activity: Activity, authorization: string): Promise<AuthenticateRequestResult> {
    return this.#authentication.authenticateRequest(activity, authorization);
  }

  /** Runs a turn; gives what an invoke is answered with. */
  run(caller: AuthenticateRequestResult, activity: Activity, turn: Turn): Promise<InvokeResponse | undefined> {
    return this.processActivity(caller, activity, turn);
  }

  /** Runs a turn that no activity has begun. */
  resume(reference: Partial<ConversationReference>, turn: Turn): Promise<void> {
    return this.continueConversationAsync(this.#botId, reference, turn);
  }
}

/** The adapter of an environment: Teams' own cloud, a sovereign one, or the sandbox's channel. */
export function createAdapter({ registration, channel }: Pick<BotEnvironment, 'registration' | 'channel'>) {
  keepEntities();
  const known = Object.entries({
    MicrosoftAppType: registration ? 'SingleTenant' : undefined,
    MicrosoftAppId: registration?.id,
    MicrosoftAppPassword: registration?.password,
    MicrosoftAppTenantId: registration?.tenantId,
    ToBotFromChannelOpenIdMetadataUrl: channel.openIdMetadataUrl,
    ToBotFromChannelTokenIssuer: channel.tokenIssuer,
    ToChannelFromBotLoginUrl: channel.loginUrl,
    ToChannelFromBotOAuthScope: channel.loginUrl === undefined ? undefined : BOT_FRAMEWORK,
  }).filter(([, value]) => value !== undefined);
  const credentials = credentialsAt(channel.loginUrl, registration);
  const authentication = new ConfigurationBotFrameworkAuthentication(Object.fromEntries(known), credentials);
  return new TeamsAdapter(authentication, registration?.id ?? '');
}

/**
 * Gets the bot's own tokens at another place than Microsoft's public sign-in. The library must be told that the host may be
 * trusted, or it asks the public cloud whether it may.
 */
function credentialsAt(loginUrl: string | undefined, registration: BotEnvironment['registration']) {
  if (loginUrl === undefined || registration === null) return undefined;
  const { id: clientId, password: clientSecret } = registration;
  const knownAuthorities = [new URL(loginUrl).host];
  const client = new ConfidentialClientApplication({
    auth: { clientId, clientSecret, authority: loginUrl, knownAuthorities },
  });
  // botbuilder brings an older version of the same library; of this class it calls `acquireTokenByClientCredential` alone.
  type Client = ConstructorParameters<typeof MsalServiceClientCredentialsFactory>[1];
  return new MsalServiceClientCredentialsFactory(clientId, client as unknown as Client);
}
