import { texts } from '../../../bot/src/texts.ts';
import { eventually } from '../eventually.ts';
import type { TestApp } from '../app/startApp.ts';

/** An entity of an activity, as it came over the wire. */
export interface WireEntity {
  type: string;
  streamType?: string;
  streamSequence?: number;
  streamId?: string;
  additionalType?: string[];
  citation?: { position: number; appearance: { name: string; abstract: string; url: string } }[];
}

export interface WireActivity {
  type: string;
  text?: string;
  entities?: WireEntity[];
  attachments?: { contentType: string; content: unknown }[];
  channelData?: unknown;
}

/** A message as the people of a conversation see it. */
export interface SeenMessage {
  id: string;
  from: string;
  state: string;
  edited: boolean;
  threadId?: string;
  activity: WireActivity;
}

interface SeenConversation {
  id: string;
  kind: string;
  messages: SeenMessage[];
}

/** Something the bot sent to the connector. */
export interface SentRequest {
  method: string;
  path: string;
  /** The conversation it went to. */
  room: string;
  activity: WireActivity;
  status: number;
  at: number;
  id: string;
}

/** What a person does in Teams' chat with the bot, and what they see there. */
export interface TeamsChat {
  say(text: string, more?: Record<string, unknown>): Promise<{ id: string; deliveries: { status: number }[] }>;
  /** Presses a button, as it is in the card or as somebody has forged it. */
  press(
    message: SeenMessage,
    button: Pick<Button, 'type' | 'data'> & { verb?: string },
  ): Promise<{ status: number; body: unknown }>;
  /** All messages of the bot there, oldest first. */
  seen(): Promise<SeenMessage[]>;
  /** Those of them that say something whole. */
  complete(): Promise<SeenMessage[]>;
  /** How many these are. */
  count(): Promise<number>;
  /** The bot's next message that is complete, after so many. */
  answer(after?: number): Promise<SeenMessage>;
}

/** Longer than any answer of a test takes on a busy machine. */
const WAIT_MS = 30_000;

/** A person's own chat with the bot, or a conversation they are in. */
export function teamsChat(app: TestApp, person: string, conversation?: string): TeamsChat {
  const place = { person, ...(conversation === undefined ? {} : { conversation }) };

  async function seen(): Promise<SeenMessage[]> {
    const reply = await fetch(`${app.urls.channel}/_sandbox/conversations?person=${person}`);
    const { conversations } = (await reply.json()) as { conversations: SeenConversation[] };
    const here = conversations.find(({ id, kind }) => (conversation ? id === conversation : kind === 'personal'));
    return (here?.messages ?? []).filter(({ from }) => from === 'bot');
  }

  return {
    say: (text, more = {}) =>
      app.control('channel', 'say', { ...place, text, ...more }) as ReturnType<TeamsChat['say']>,
    press: (message, { type, verb, data }) =>
      app.control('channel', 'act', { ...place, message: message.id, action: { type, verb, data } }) as ReturnType<
        TeamsChat['press']
      >,
    seen,
    complete: () => complete(seen),
    count: async () => (await complete(seen)).length,
    answer: (after = 0) =>
      eventually(
        async () => {
          const message = (await complete(seen))[after];
          if (!message) throw new Error(`AVA has not answered ${person}: ${app.botLogged().slice(-2_000)}`);
          return message;
        },
        { withinMs: WAIT_MS, everyMs: 100 },
      ),
  };
}

/** Messages that say something: neither half written, nor a request to sign in, nor a place that an answer will take. */
async function complete(seen: () => Promise<SeenMessage[]>): Promise<SeenMessage[]> {
  return (await seen()).filter(({ state, activity }) => {
    const card = activity.attachments?.[0];
    // "Here is the answer:" is sent first and then replaced by the answer.
    const waits = JSON.stringify(card?.content ?? '').includes('"verb":"stop"') || activity.text === texts.here;
    return state === 'sent' && !waits && card?.contentType !== 'application/vnd.microsoft.card.oauth';
  });
}

export interface Button {
  type: string;
  title: string;
  verb: string;
  data: Record<string, unknown>;
}

/** The buttons of a message's card that the bot answers. */
export function buttonsOf(message: SeenMessage | undefined): Button[] {
  const card = message?.activity.attachments?.[0]?.content as { actions?: Button[] } | undefined;
  return (card?.actions ?? []).filter(({ type }) => type === 'Action.Execute');
}

/** Everything the bot sent to the connector, oldest first. */
export function sentBy(app: TestApp): Promise<SentRequest[]> {
  return app.recorded<SentRequest>('channel');
}

/** Brings the person's token to the bot, so that the faults that follow meet the answer. */
export async function greeted(app: TestApp, person: string): Promise<TeamsChat> {
  const chat = teamsChat(app, person);
  const before = await chat.count();
  await chat.say('repeat after me: ready');
  await chat.answer(before);
  await quiet(chat);
  return chat;
}

/** Resolves when the bot has said everything that it had to say. */
export async function quiet(chat: TeamsChat): Promise<void> {
  await new Promise((wake) => setTimeout(wake, 1_500));
  await chat.seen();
}

export const telling = (messages: SeenMessage[], words: string) =>
  messages.filter(({ activity }) => (activity.text ?? '').includes(words));
