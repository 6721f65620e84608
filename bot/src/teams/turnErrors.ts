import { LRUCache } from 'lru-cache';
import type { Log } from '#platform/log.ts';
import { isUnknownConversation } from './sendError.ts';

/** Logs the error that ended a turn. */
export type LogTurnError = (error: unknown, turn: { conversationId: string; name?: string | undefined }) => void;

const MAX_CONVERSATIONS = 1_000;

/**
 * A conversation that the channel does not know, for example because the bot was removed, fails on every activity. It
 * is logged once, so that such activities cannot fill the log.
 */
export function createLogTurnError(log: Log): LogTurnError {
  const unknownConversations = new LRUCache<string, true>({ max: MAX_CONVERSATIONS });
  return (error, { conversationId, name }) => {
    if (!isUnknownConversation(error)) return log.error({ error, name }, 'turn failed');
    if (unknownConversations.has(conversationId)) return;
    unknownConversations.set(conversationId, true);
    log.warn({ error, conversationId }, 'conversation unknown to the channel');
  };
}
