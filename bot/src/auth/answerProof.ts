import { isDeepStrictEqual } from 'node:util';
import type { Conversation } from '#bot/teams/conversation.ts';
import type { PayloadSigner } from './signedPayload.ts';

/** An answer in AVA: its chat and its message. */
interface AnswerRef {
  chat: string;
  message: string;
}

type AskerConversation = Pick<Conversation, 'id' | 'asker'>;

/**
 * Signs that a message in Teams shows this answer of the asker. The card carries the proof, so it is valid in every
 * process and after a restart.
 * @returns an empty string if the message has no id
 */
export function signAnswerProof(
  signer: PayloadSigner,
  { id, asker }: AskerConversation,
  activityId: string | undefined,
  answer: AnswerRef,
): string {
  return activityId === undefined ? '' : signer.sign('answer', asker, toPayload(id, activityId, answer));
}

/** Whether the bot signed that this message shows this answer of the asker. */
export function verifyAnswerProof(
  signer: PayloadSigner,
  { id, asker }: AskerConversation,
  activityId: string,
  answer: AnswerRef,
  proof: string,
): boolean {
  const payload = signer.verify('answer', asker, proof);
  return activityId !== '' && isDeepStrictEqual(payload, toPayload(id, activityId, answer));
}

function toPayload(conversation: string, activity: string, { chat, message }: AnswerRef) {
  return { conversation, activity, chat, message };
}
