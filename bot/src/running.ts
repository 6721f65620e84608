import { cancelChatResponse } from '../../api/contract/chat.ts';
import type { Client } from '../../api/contract/client.ts';

/** The answers that are being written, by person and conversation, so that a word or a button can stop them. */
export interface Running {
  begin(key: string, answer: { client: Client; chatId: string; sessionId: string }): () => void;
  /** Stops the answer there; false where none is being written. Its text so far is kept. */
  stop(key: string): Promise<boolean>;
}

export function createRunning(): Running {
  const answers = new Map<string, { client: Client; chatId: string; sessionId: string }>();
  return {
    begin(key, answer) {
      answers.set(key, answer);
      return () => {
        if (answers.get(key) === answer) answers.delete(key);
      };
    },
    async stop(key) {
      const answer = answers.get(key);
      if (!answer) return false;
      const { client, chatId, sessionId } = answer;
      return (await client.call(cancelChatResponse, { convo_id: chatId, event_session_id: sessionId })).cancelled;
    },
  };
}
