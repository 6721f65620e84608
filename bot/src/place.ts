import { isDeepStrictEqual } from 'node:util';
import type { Conversation } from './conversation.ts';
import type { Seal } from './seal.ts';

/** An answer of a person's own, by the ids of its chat and its message. */
export interface Shows {
  chat: string;
  message: string;
}

type Where = Pick<Conversation, 'id' | 'asker'>;

/**
 * Says under the bot's seal that a message of a conversation shows an answer of the asker's: it stands in the card of that
 * message, and holds in every process and after a restart.
 * @returns empty where the message has no id
 */
export function sealPlace(seal: Seal, { id, asker }: Where, activityId: string | undefined, shows: Shows): string {
  return activityId === undefined ? '' : seal.close('answer', asker, placeOf(id, activityId, shows));
}

/** Whether the bot has said that this very message shows this very answer of the asker's. */
export function isPlaceOf(seal: Seal, { id, asker }: Where, activityId: string, shows: Shows, sealed: string): boolean {
  return activityId !== '' && isDeepStrictEqual(seal.open('answer', asker, sealed), placeOf(id, activityId, shows));
}

const placeOf = (conversation: string, activity: string, { chat, message }: Shows) => ({
  conversation,
  activity,
  chat,
  message,
});
