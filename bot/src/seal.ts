import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Asker } from './conversation.ts';

type Who = Pick<Asker, 'tenantId' | 'id'>;

/** What is sealed: the way back to a conversation, or the message in Teams that shows an answer. */
export type Sealed = 'conversation' | 'answer';

/** Marks what the bot gives out of its hands as its own, for one person: what anybody else wrote is not read. */
export interface Seal {
  close(what: Sealed, who: Who, content: object): string;
  /** `null` for what was closed by somebody else, for somebody else, for something else, or with an earlier secret. */
  open(what: Sealed, who: Who, sealed: string): unknown;
}

/** The way back to a conversation names where the bot's own token is sent: nobody but the bot may say that. */
export function createSeal(secret: string): Seal {
  const markOf = (what: Sealed, { tenantId, id }: Who, content: string) =>
    createHmac('sha256', secret).update(`${what}/${tenantId}/${id}/${content}`).digest();

  return {
    close(what, who, content) {
      const text = Buffer.from(JSON.stringify(content)).toString('base64url');
      return `${text}.${markOf(what, who, text).toString('base64url')}`;
    },
    open(what, who, sealed) {
      const [text = '', mark = ''] = sealed.split('.');
      const [given, own] = [Buffer.from(mark, 'base64url'), markOf(what, who, text)];
      if (given.length !== own.length || !timingSafeEqual(given, own)) return null;
      return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    },
  };
}
