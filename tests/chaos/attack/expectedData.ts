import { getChat, getChats } from '#contract/chats/chat.ts';
import type { Client } from '#contract/client.ts';
import type { Answer } from '#contract/runs/answerEvents.ts';

interface Exchange {
  convo_id: string;
  question: { text: string; request_id: string };
  answer: { message_id: string; content: string };
}

/** The peer's list has only the 1,000 newest chats. At least this many of the newest shares are in it. */
const LISTED_SHARES = 100;

/** Messages and shared chats of a person, to compare with what AVA has stored. */
export class ExpectedData {
  readonly #person: Client;
  readonly #peer: Client;
  readonly #exchanges: Exchange[] = [];
  readonly #shares = new Map<string, string>();

  constructor(person: Client, peer: Client) {
    this.#person = person;
    this.#peer = peer;
  }

  addExchange(convo_id: string, question: { text: string; request_id: string }, { message_id, content }: Answer): void {
    this.#exchanges.push({ convo_id, question, answer: { message_id, content } });
  }

  /** Adds a chat that was shared with the peer under a unique title. */
  addShare(title: string, convo_id: string): void {
    this.#shares.set(title, convo_id);
  }

  /** Returns problems as sentences if a message is not stored once and unchanged, or a shared chat has no copy or several. */
  async verify(): Promise<{ messages: number; problems: string[] }> {
    const problems: string[] = [];
    const { chats } = await this.#peer.call(getChats, {});
    for (const [index, [title, convo_id]] of [...this.#shares].toReversed().entries()) {
      const copies = chats.filter(
        (chat) => chat.Title === title && chat.SharedBy !== null && chat.ConversationId !== convo_id,
      );
      const isListed = index < LISTED_SHARES;
      if (copies.length > 1 || (isListed && copies.length === 0))
        problems.push(`there are ${copies.length} copies of ${title}`);
    }
    for (const exchange of this.#exchanges) problems.push(...(await this.#verifyExchange(exchange)));
    return { messages: this.#exchanges.length * 2, problems };
  }

  async #verifyExchange({ convo_id, question, answer }: Exchange): Promise<string[]> {
    const { Messages } = await this.#person.call(getChat, { convo_id });
    const stored = Messages.map(({ message_id, content }) => `${message_id} ${content}`);
    const expected = [`${question.request_id} ${question.text}`, `${answer.message_id} ${answer.content}`];
    return stored.join('\n') === expected.join('\n')
      ? []
      : [`chat ${convo_id} contains ${stored.length} messages: ${stored.join(' | ').slice(0, 300)}`];
  }
}
