import { BOT_FRAMEWORK_RESOURCE } from '../../../env/sandbox/identity/registrations.ts';
import type { TestApp } from '../app/startApp.ts';

/** The bot's own voice in a test's hands: what it says here, the channel takes as the bot's. */
export interface BotVoice {
  /** Says something in a person's chat with the bot; gives the id of the message, empty for a part of a stream. */
  say(activity: object): Promise<string>;
}

/** @throws Error with the connector's words when it refuses what is said. */
export async function botVoice(app: TestApp, person: string): Promise<BotVoice> {
  const token = await app.token({ person, kind: 'app', audience: BOT_FRAMEWORK_RESOURCE });
  const looked = await fetch(`${app.urls.channel}/_sandbox/conversations?person=${person}`);
  const { conversations } = (await looked.json()) as { conversations: { id: string; kind: string }[] };
  const room = encodeURIComponent(conversations.find(({ kind }) => kind === 'personal')?.id ?? '');
  return {
    async say(activity) {
      const reply = await fetch(`${app.urls.channel}/teams/v3/conversations/${room}/activities`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(activity),
      });
      const said = (await reply.json()) as { id?: string; error?: { message: string } };
      if (!reply.ok) throw new Error(`${reply.status}: ${said.error?.message}`);
      return said.id ?? '';
    },
  };
}
