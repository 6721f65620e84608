import { BOT_FRAMEWORK_RESOURCE } from '#sandbox/identity/registrations.ts';
import type { TestApp } from '#tests/harness/app/startApp.ts';

/** Sends activities to the Teams channel with the bot's credentials. */
export interface BotSender {
  /** Sends an activity to a person's chat with the bot. Returns the id of the message, or '' for a part of a stream. */
  send(activity: object): Promise<string>;
}

/** Creates a sender whose `send` throws with the connector's message if the connector rejects the activity. */
export async function createBotSender(app: TestApp, person: string): Promise<BotSender> {
  const token = await app.getToken({ person, kind: 'app', audience: BOT_FRAMEWORK_RESOURCE });
  const list = await fetch(`${app.urls.channel}/_sandbox/conversations?person=${person}`);
  const { conversations } = (await list.json()) as { conversations: { id: string; kind: string }[] };
  const conversationId = encodeURIComponent(conversations.find(({ kind }) => kind === 'personal')?.id ?? '');
  return {
    async send(activity) {
      const reply = await fetch(`${app.urls.channel}/teams/v3/conversations/${conversationId}/activities`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(activity),
      });
      const body = (await reply.json()) as { id?: string; error?: { message: string } };
      if (!reply.ok) throw new Error(`${reply.status}: ${body.error?.message}`);
      return body.id ?? '';
    },
  };
}
