import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Asker } from './conversation.ts';

type Who = Pick<Asker, 'tenantId' | 'id'>;

/** Marks what the bot keeps at the API as its own, for one person: what anybody else wrote there is not read. */
export interface Seal {
  close(who: Who, content: object): string;
  /** `null` for what was closed by somebody else, for somebody else, or with an earlier secret. */
  open(who: Who, sealed: string): unknown;
}

/** The way back to a conversation names where the bot's own token is sent: nobody but the bot may say that. */
export function createSeal(secret: string): Seal {
  const markOf = ({ tenantId, id }: Who, content: string) =>
    createHmac('sha256', secret).update(`conversation/${tenantId}/${id}/${content}`).digest();

  return {
    close(who, content) {
      const text = Buffer.from(JSON.stringify(content)).toString('base64url');
      return `${text}.${markOf(who, text).toString('base64url')}`;
    },
    open(who, sealed) {
      const [text = '', mark = ''] = sealed.split('.');
      const [given, own] = [Buffer.from(mark, 'base64url'), markOf(who, text)];
      if (given.length !== own.length || !timingSafeEqual(given, own)) return null;
      return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    },
  };
}
