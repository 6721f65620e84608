import { decodeJwt } from 'jose';
import { z } from 'zod';
import { beginBotSession } from '../../api/contract/bot.ts';
import { isAvaError } from '../../api/contract/errors.ts';
import type { Asker, Conversation, Outgoing } from './conversation.ts';
import { sentenceOf } from './failure.ts';
import { texts } from './texts.ts';
import type { BotWorld } from './world.ts';

/** AVA has no token store at the Bot Framework: the name is only echoed. */
export const CONNECTION = 'ava';

/** Teams gets a token silently on seeing this card, and shows its button only if that does not work. */
export function signInMessage(link: string, exchangeId: string): Outgoing {
  const content = {
    text: texts.signInText,
    connectionName: CONNECTION,
    buttons: [{ type: 'signin', title: texts.signInButton, value: link }],
    tokenExchangeResource: { id: exchangeId },
  };
  return { type: 'message', attachments: [{ contentType: 'application/vnd.microsoft.card.oauth', content }] };
}

const Exchange = z.object({
  id: z.string().min(1).max(1_000),
  connectionName: z.string().max(200).default(CONNECTION),
  token: z
    .string()
    .max(20_000)
    .regex(/^[\w-]+\.[\w-]+\.[\w-]+$/),
});

/** What became of a token that Teams brought, and what Teams is answered. */
export type Exchanged =
  | { name: 'signed in'; first: boolean; status: 200; body: object }
  | { name: 'refused'; status: 412 | 400; body: { failureDetail: string } };

/**
 * Takes the token of a `signin/tokenExchange` invoke: the API verifies it, and it must be the sender's own. Kept in memory
 * until it expires. With 412 Teams shows the button of the card.
 */
export async function takeToken(
  { clientOf, tokens, log }: Pick<BotWorld, 'clientOf' | 'tokens' | 'log'>,
  { asker }: Pick<Conversation, 'asker'>,
  value: unknown,
): Promise<Exchanged> {
  const exchange = Exchange.safeParse(value);
  if (!exchange.success) return { name: 'refused', status: 400, body: { failureDetail: texts.exchangeFailed } };
  const { id, connectionName, token } = exchange.data;
  const refused = (failureDetail: string): Exchanged => {
    const body = { id, connectionName, failureDetail };
    return { name: 'refused', status: 412, body };
  };
  if (asker.id === '') return refused(texts.nobody);
  try {
    const session = await clientOf(token).call(beginBotSession, { exchange_id: id });
    if (!isSame(asker, session)) return refused(texts.otherAccount);
    tokens.keep(asker, token);
    return { name: 'signed in', first: session.first, status: 200, body: {} };
  } catch (error) {
    // The API has verified the token before it says so; that the bot is switched off the person is told in the conversation.
    if (isAvaError(error) && error.code === 'switched_off') {
      if (!isSame(asker, holderOf(token))) return refused(texts.otherAccount);
      tokens.keep(asker, token);
      return { name: 'signed in', first: true, status: 200, body: {} };
    }
    const needsConsent = isAvaError(error) && error.code === 'consent_required';
    if (!needsConsent) log.warn({ error }, 'a sign-in was refused');
    if (needsConsent) return refused(texts.consentNeeded);
    return refused(isAvaError(error) && error.code === 'not_signed_in' ? texts.exchangeFailed : sentenceOf(error));
  }
}

type Who = Pick<Asker, 'tenantId' | 'id'>;

function isSame(asker: Who, { tenantId, id }: Who): boolean {
  return asker.id !== '' && asker.id === id && asker.tenantId === tenantId;
}

/** Whom a verified token is for. */
function holderOf(token: string): Who {
  const { tid, oid } = decodeJwt(token);
  return { tenantId: String(tid ?? ''), id: String(oid ?? '') };
}
