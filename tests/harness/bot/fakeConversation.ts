import type { Conversation, Outgoing } from '#bot/teams/conversation.ts';

/** Makes an error like those of the connector's client. */
export function makeConnectorError(statusCode: number, message = 'refused'): Error {
  return Object.assign(new Error(message), { statusCode, response: { bodyAsText: message, headers: new Headers() } });
}

export interface FakeConversation extends Conversation {
  /** Every activity that was sent, with the time in ms by the clock of the test. */
  sent: { at: number; activity: Outgoing }[];
  /** Latest version of each message, by id. */
  messages: Map<string, Outgoing>;
  /** Errors that the next requests throw; with `arrived`, the request takes effect before it throws. */
  faults: { error: Error; arrived?: boolean }[];
}

/** A conversation with Ada that is not connected to Teams. */
export function createFakeConversation(now: () => number, kind: Conversation['kind'] = 'personal'): FakeConversation {
  const sent: FakeConversation['sent'] = [];
  const messages = new Map<string, Outgoing>();
  const faults: FakeConversation['faults'] = [];

  async function runWithFaults(request: () => void): Promise<void> {
    const fault = faults.shift();
    if (!fault || fault.arrived) request();
    if (fault) throw fault.error;
  }

  return {
    id: 'a:ada',
    kind,
    asker: { tenantId: 'northwind', id: 'ada', name: 'Ada Moreau' },
    timeZone: undefined,
    reference: {},
    sent,
    messages,
    faults,
    getChannelToken: async () => null,
    askToSignIn: async () => undefined,
    askForSite: async () => undefined,
    async send(activity) {
      const id = `m${sent.length + 1}`;
      await runWithFaults(() => {
        sent.push({ at: now(), activity });
        if (activity.type === 'message') messages.set(id, activity);
      });
      return id;
    },
    async replace(id, activity) {
      await runWithFaults(() => void messages.set(id, activity));
    },
  };
}
