import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose';
import { BOT_FRAMEWORK_RESOURCE } from '../../identity/registrations.ts';
import { refuse } from './refusal.ts';

/** Where a bot gets its tokens: the tenant's own sign-in service, as a single-tenant bot does. */
export interface TokenIssuer {
  issuer: string;
  publishedKeys(): JSONWebKeySet;
}

/**
 * Checks the token a bot shows to the connector: signed by its tenant, for the Bot Framework, issued to this bot.
 * @throws ConnectorRefusal 401 with the reason.
 */
export async function checkBotToken(tokens: TokenIssuer, botId: string, authorization?: string): Promise<void> {
  const token = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1];
  if (!token) throw refuse.unauthorized('Authorization has been denied for this request: there is no token.');
  const wanted = { issuer: tokens.issuer, audience: BOT_FRAMEWORK_RESOURCE, algorithms: ['RS256'] };
  const { payload } = await jwtVerify(token, createLocalJWKSet(tokens.publishedKeys()), wanted).catch(
    (cause: Error) => {
      throw refuse.unauthorized(`Authorization has been denied for this request: ${cause.message}`);
    },
  );
  if (payload['azp'] !== botId) throw refuse.unauthorized('The token was issued to another application.');
}
