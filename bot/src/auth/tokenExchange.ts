import { decodeJwt } from 'jose';
import { z } from 'zod';
import { beginBotSession } from '#contract/bot.ts';
import { isAvaError } from '#contract/errors.ts';
import { getErrorSentence } from '#bot/text/apiErrors.ts';
import type { BotServices } from '#bot/context.ts';
import type { AskerId, Outgoing } from '#bot/teams/conversation.ts';
import { texts } from '#bot/texts.ts';

/** AVA does not use the Bot Framework's token store, so this name selects nothing. Teams only sends it back. */
const CONNECTION_NAME = 'ava';

/** Teams answers this card with a token silently, and shows its button only if that fails. */
export function signInMessage(link: string, exchangeId: string): Outgoing {
  const content = {
    text: texts.signInText,
    connectionName: CONNECTION_NAME,
    buttons: [{ type: 'signin', title: texts.signInButton, value: link }],
    tokenExchangeResource: { id: exchangeId },
  };
  return { type: 'message', attachments: [{ contentType: 'application/vnd.microsoft.card.oauth', content }] };
}

const TokenExchange = z.object({
  id: z.string().min(1).max(1_000),
  connectionName: z.string().max(200).default(CONNECTION_NAME),
  token: z
    .string()
    .max(20_000)
    .regex(/^[\w-]+\.[\w-]+\.[\w-]+$/),
});

/** The result of a token exchange, with the status and body that Teams gets. */
export type TokenExchangeResult =
  | { name: 'signed in'; first: boolean; status: 200; body: object }
  | { name: 'refused'; status: 412 | 400; body: { failureDetail: string } };

/**
 * Handles the token of a `signin/tokenExchange` invoke: the API verifies it, and it must belong to the sender. On 412
 * Teams shows the button of the card.
 */
export async function exchangeToken(
  { createApiClient, tokens, log }: Pick<BotServices, 'createApiClient' | 'tokens' | 'log'>,
  asker: AskerId,
  value: unknown,
): Promise<TokenExchangeResult> {
  const exchange = TokenExchange.safeParse(value);
  if (!exchange.success) return { name: 'refused', status: 400, body: { failureDetail: texts.exchangeFailed } };
  const { id, connectionName, token } = exchange.data;
  const refuse = (failureDetail: string): TokenExchangeResult => {
    const body = { id, connectionName, failureDetail };
    return { name: 'refused', status: 412, body };
  };
  if (asker.id === '') return refuse(texts.unknownPerson);
  try {
    const session = await createApiClient(token).call(beginBotSession, { exchange_id: id });
    if (!isSamePerson(asker, session)) return refuse(texts.otherAccount);
    tokens.set(asker, token);
    return { name: 'signed in', first: session.first, status: 200, body: {} };
  } catch (error) {
    // The API returns `switched_off` only for a valid token, so the person is signed in. Their waiting question is then sent
    // and fails with this error.
    if (isAvaError(error) && error.code === 'switched_off') {
      if (!isSamePerson(asker, readTokenOwner(token))) return refuse(texts.otherAccount);
      tokens.set(asker, token);
      return { name: 'signed in', first: true, status: 200, body: {} };
    }
    const needsConsent = isAvaError(error) && error.code === 'consent_required';
    if (needsConsent) return refuse(texts.consentNeeded);
    log.warn({ error }, 'sign-in refused');
    return refuse(isAvaError(error) && error.code === 'not_signed_in' ? texts.exchangeFailed : getErrorSentence(error));
  }
}

function isSamePerson(asker: AskerId, { tenantId, id }: AskerId): boolean {
  return asker.id !== '' && asker.id === id && asker.tenantId === tenantId;
}

/** The person that a verified token belongs to. */
function readTokenOwner(token: string): AskerId {
  const { tid, oid } = decodeJwt(token);
  return { tenantId: String(tid ?? ''), id: String(oid ?? '') };
}
