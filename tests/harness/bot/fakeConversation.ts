import type { Conversation, Outgoing } from '../../../bot/src/conversation.ts';
import type { Log } from '../../../api/platform/log.ts';

/** An error as the connector's client throws it. */
export function connectorError(statusCode: number, message = 'refused'): Error {
  return Object.assign(new Error(message), { statusCode, response: { bodyAsText: message, headers: new Headers() } });
}

export interface FakeConversation extends Conversation {
  /** What was sent, with the time of the given clock. */
  sent: { at: number; activity: Outgoing }[];
  /** Messages as they stand, by id. */
  messages: Map<string, Outgoing>;
  /** Errors for the next sends; `arrived` ones are sent all the same. */
  faults: { error: Error; arrived?: boolean }[];
}

/** A conversation without a Teams behind it. Ada is in it. */
export function fakeConversation(now: () => number, kind: Conversation['kind'] = 'personal'): FakeConversation {
  const sent: FakeConversation['sent'] = [];
  const messages = new Map<string, Outgoing>();
  const faults: FakeConversation['faults'] = [];

  async function meet(work: () => void): Promise<void> {
    const fault = faults.shift();
    if (!fault || fault.arrived) work();
    if (fault) throw fault.error;
  }

  return {
    id: 'a:ada',
    kind,
    asker: { tenantId: 'northwind', id: 'ada', name: 'Ada Moreau' },
    reference: {},
    sent,
    messages,
    faults,
    channelToken: async () => null,
    async send(activity) {
      const id = `m${sent.length + 1}`;
      await meet(() => {
        sent.push({ at: now(), activity });
        if (activity.type === 'message') messages.set(id, activity);
      });
      return id;
    },
    async replace(id, activity) {
      await meet(() => void messages.set(id, activity));
    },
  };
}

export const quietLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
