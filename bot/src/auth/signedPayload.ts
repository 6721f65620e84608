import { createHmac, timingSafeEqual } from 'node:crypto';
import type { AskerId } from '#bot/teams/conversation.ts';

/** What a payload is used for; a signature for one purpose is not valid for another. */
type PayloadPurpose = 'conversation' | 'answer';

/** Signs data of one person that the bot stores outside its process: in a card, or at the API. */
export interface PayloadSigner {
  sign(purpose: PayloadPurpose, asker: AskerId, payload: object): string;
  /** `null` if the signature is not valid for this purpose, person and secret. */
  verify(purpose: PayloadPurpose, asker: AskerId, signedPayload: string): unknown;
}

/**
 * Signs with HMAC-SHA256. A stored conversation reference names the address to which the bot sends its token, so the
 * bot must be sure that it wrote the reference itself.
 */
export function createPayloadSigner(secret: string): PayloadSigner {
  const computeSignature = (purpose: PayloadPurpose, { tenantId, id }: AskerId, text: string) =>
    createHmac('sha256', secret).update(`${purpose}/${tenantId}/${id}/${text}`).digest();

  return {
    sign(purpose, asker, payload) {
      const text = Buffer.from(JSON.stringify(payload)).toString('base64url');
      return `${text}.${computeSignature(purpose, asker, text).toString('base64url')}`;
    },
    verify(purpose, asker, signedPayload) {
      const [text = '', signature = ''] = signedPayload.split('.');
      const actual = Buffer.from(signature, 'base64url');
      const expected = computeSignature(purpose, asker, text);
      if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return null;
      return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    },
  };
}
