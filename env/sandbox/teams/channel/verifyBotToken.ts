import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose';
import { BOT_FRAMEWORK_RESOURCE } from '#sandbox/identity/registrations.ts';
import { connectorErrors } from './connectorErrors.ts';

/** The issuer of the bot's tokens: the tenant's sign-in service, as for any single-tenant bot. */
export interface TokenIssuer {
  issuer: string;
  getPublishedKeys(): JSONWebKeySet;
}

/**
 * Verifies the token of a call to the connector: signed by the tenant, for the Bot Framework, issued to this bot.
 *
 * @throws ConnectorError 401 with the reason
 */
export async function verifyBotToken(tokens: TokenIssuer, botId: string, authorization?: string): Promise<void> {
  const token = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1];
  if (!token) throw connectorErrors.unauthorized('Authorization has been denied for this request: there is no token.');
  const expected = { issuer: tokens.issuer, audience: BOT_FRAMEWORK_RESOURCE, algorithms: ['RS256'] };
  const { payload } = await jwtVerify(token, createLocalJWKSet(tokens.getPublishedKeys()), expected).catch(
    (cause: Error) => {
      throw connectorErrors.unauthorized(`Authorization has been denied for this request: ${cause.message}`);
    },
  );
  if (payload['azp'] !== botId) throw connectorErrors.unauthorized('The token was issued to another application.');
}
