import type { ServerResponse } from 'node:http';
import type { Message, Conversation } from './conversations.ts';

/** An event for the window of a person. */
export type FeedEvent =
  { type: 'message'; conversation: string; message: Message } | { type: 'typing'; conversation: string };

/** Sends the events of conversations to the windows of their people. */
export class EventFeed {
  readonly #watchers = new Set<{ person: string; response: ServerResponse }>();

  /** Streams events to the window of a person until it disconnects. */
  watch(person: string, response: ServerResponse): void {
    const watcher = { person, response };
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' });
    response.flushHeaders();
    response.on('close', () => this.#watchers.delete(watcher));
    this.#watchers.add(watcher);
  }

  message(conversation: Conversation, message: Message): void {
    this.#send(conversation, { type: 'message', conversation: conversation.id, message });
  }

  typing(conversation: Conversation): void {
    this.#send(conversation, { type: 'typing', conversation: conversation.id });
  }

  #send({ people }: Conversation, event: FeedEvent): void {
    const line = `data: ${JSON.stringify(event)}\n\n`;
    for (const { person, response } of this.#watchers) {
      if (people.some(({ key }) => key === person)) response.write(line);
    }
  }
}
