import { cancelChatResponse } from '../../../api/contract/chat.ts';
import type { Client } from '../../../api/contract/client.ts';

interface RunningAnswer {
  client: Client;
  chatId: string;
  sessionId: string;
}

/** Answers that are being written, by person and conversation, so that a command or a button can stop them. */
export interface RunningAnswers {
  /** @returns a function that removes the answer */
  add(key: string, answer: RunningAnswer): () => void;
  /** Stops the answer; the text written so far stays. False if none is being written. */
  stop(key: string): Promise<boolean>;
}

export function createRunningAnswers(): RunningAnswers {
  const answers = new Map<string, RunningAnswer>();
  return {
    add(key, answer) {
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
