import { texts } from '#bot/texts.ts';
import { eventually } from '#tests/harness/eventually.ts';
import type { TestApp } from '#tests/harness/app/startApp.ts';

/** An entity of an activity, as the bot sent it. */
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

/** A message as the members of a conversation see it. */
export interface VisibleMessage {
  id: string;
  from: string;
  state: string;
  edited: boolean;
  threadId?: string;
  activity: WireActivity;
}

interface VisibleConversation {
  id: string;
  kind: string;
  messages: VisibleMessage[];
}

/** A request that the bot sent to the connector. */
export interface ConnectorRequest {
  method: string;
  path: string;
  /** Id of the conversation. */
  conversation: string;
  activity: WireActivity;
  status: number;
  at: number;
  id: string;
}

/** One person's view of a conversation with the bot. */
export interface TeamsChat {
  send(text: string, more?: Record<string, unknown>): Promise<{ id: string; deliveries: { status: number }[] }>;
  /** Presses a button with the data of the card or with forged data. */
  pressButton(
    message: VisibleMessage,
    button: Pick<Button, 'type' | 'data'> & { verb?: string },
  ): Promise<{ status: number; body: unknown }>;
  /** Returns all messages of the bot, oldest first. */
  listMessages(): Promise<VisibleMessage[]>;
  /** Returns only the messages that are complete answers. */
  listAnswers(): Promise<VisibleMessage[]>;
  countAnswers(): Promise<number>;
  /** Waits until `listAnswers` has an answer with this index, and returns it. */
  waitForAnswer(index?: number): Promise<VisibleMessage>;
}

/** Opens a person's personal chat with the bot, or another conversation of that person. */
export function openTeamsChat(app: TestApp, person: string, conversation?: string): TeamsChat {
  const target = { person, ...(conversation === undefined ? {} : { conversation }) };

  async function listMessages(): Promise<VisibleMessage[]> {
    const reply = await fetch(`${app.urls.channel}/_sandbox/conversations?person=${person}`);
    const { conversations } = (await reply.json()) as { conversations: VisibleConversation[] };
    const found = conversations.find(({ id, kind }) => (conversation ? id === conversation : kind === 'personal'));
    return (found?.messages ?? []).filter(({ from }) => from === 'bot');
  }

  const listAnswers = async () => (await listMessages()).filter(isAnswer);

  return {
    send: (text, more = {}) =>
      app.control('channel', 'say', { ...target, text, ...more }) as ReturnType<TeamsChat['send']>,
    pressButton: (message, { type, verb, data }) =>
      app.control('channel', 'act', { ...target, message: message.id, action: { type, verb, data } }) as ReturnType<
        TeamsChat['pressButton']
      >,
    listMessages,
    listAnswers,
    countAnswers: async () => (await listAnswers()).length,
    waitForAnswer: (index = 0) =>
      eventually(
        async () => {
          const message = (await listAnswers())[index];
          if (!message) throw new Error(`AVA has not answered ${person}: ${app.readBotLog().slice(-2_000)}`);
          return message;
        },
        { everyMs: 100 },
      ),
  };
}

/** Returns false for partial messages, sign-in requests and placeholders that the answer will replace. */
function isAnswer({ state, activity }: VisibleMessage): boolean {
  const card = activity.attachments?.[0];
  // "Here is the answer:" is sent first and then replaced by the answer.
  const isPlaceholder = JSON.stringify(card?.content ?? '').includes('"verb":"stop"') || activity.text === texts.here;
  return state === 'sent' && !isPlaceholder && card?.contentType !== 'application/vnd.microsoft.card.oauth';
}

export interface Button {
  type: string;
  title: string;
  verb: string;
  data: Record<string, unknown>;
}

/** Returns the buttons of a message's card that the bot handles. */
export function getButtons(message: VisibleMessage | undefined): Button[] {
  const card = message?.activity.attachments?.[0]?.content as { actions?: Button[] } | undefined;
  return (card?.actions ?? []).filter(({ type }) => type === 'Action.Execute');
}

/** Returns everything that the bot sent to the connector, oldest first. */
export function listConnectorRequests(app: TestApp): Promise<ConnectorRequest[]> {
  return app.listRequests<ConnectorRequest>('channel');
}

/** Opens a chat after the person has signed in, so that later injected faults affect an answer and not the sign-in. */
export async function openSignedInChat(app: TestApp, person: string): Promise<TeamsChat> {
  const chat = openTeamsChat(app, person);
  const count = await chat.countAnswers();
  await chat.send('repeat after me: ready');
  await chat.waitForAnswer(count);
  await waitUntilQuiet(chat);
  return chat;
}

/** Waits long enough for the bot to send everything that it has to send. */
export async function waitUntilQuiet(chat: TeamsChat): Promise<void> {
  await new Promise((wake) => setTimeout(wake, 1_500));
  await chat.listMessages();
}

export const findMessages = (messages: VisibleMessage[], text: string) =>
  messages.filter(({ activity }) => (activity.text ?? '').includes(text));
