import { getChat, getChats } from '../../../api/contract/chat.ts';
import type { Client } from '../../../api/contract/client.ts';
import type { Answer } from '../../../api/contract/runs.ts';

interface Exchange {
  convo_id: string;
  question: { text: string; request_id: string };
  answer: { message_id: string; content: string };
}

/** What a person said and was told, to be compared with what AVA has kept. */
export class KeptRecord {
  readonly #person: Client;
  readonly #peer: Client;
  readonly #exchanges: Exchange[] = [];
  readonly #shares = new Map<string, string>();

  constructor(person: Client, peer: Client) {
    this.#person = person;
    this.#peer = peer;
  }

  exchange(convo_id: string, question: { text: string; request_id: string }, { message_id, content }: Answer): void {
    this.#exchanges.push({ convo_id, question, answer: { message_id, content } });
  }

  /** A chat that was shared with the peer under a title that no other chat has. */
  share(title: string, convo_id: string): void {
    this.#shares.set(title, convo_id);
  }

  /** Every message exactly once and as it was shown, every copy exactly once; what is not so, in sentences. */
  async verify(): Promise<{ messages: number; problems: string[] }> {
    const problems: string[] = [];
    const { chats } = await this.#peer.call(getChats, {});
    for (const [title, convo_id] of this.#shares) {
      const copies = chats.filter(
        (chat) => chat.Title === title && chat.SharedBy !== null && chat.ConversationId !== convo_id,
      );
      if (copies.length !== 1) problems.push(`there are ${copies.length} copies of ${title}`);
    }
    for (const exchange of this.#exchanges) problems.push(...(await this.#verifyExchange(exchange)));
    return { messages: this.#exchanges.length * 2, problems };
  }

  async #verifyExchange({ convo_id, question, answer }: Exchange): Promise<string[]> {
    const { Messages } = await this.#person.call(getChat, { convo_id });
    const kept = Messages.map(({ message_id, content }) => `${message_id} ${content}`);
    const said = [`${question.request_id} ${question.text}`, `${answer.message_id} ${answer.content}`];
    return kept.join('\n') === said.join('\n')
      ? []
      : [`chat ${convo_id} keeps ${kept.length} messages: ${kept.join(' | ').slice(0, 300)}`];
  }
}
