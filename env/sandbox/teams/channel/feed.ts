import type { ServerResponse } from 'node:http';
import type { Message, Room } from './rooms.ts';

/** What the window of a person is told, as it happens. */
export type FeedEvent = { type: 'message'; room: string; message: Message } | { type: 'typing'; room: string };

/** Sends to everybody who looks what happens in their conversations. */
export class Feed {
  readonly #watchers = new Set<{ person: string; response: ServerResponse }>();

  /** Keeps a response open as an event stream until its client leaves. */
  watch(person: string, response: ServerResponse): void {
    const watcher = { person, response };
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' });
    response.flushHeaders();
    response.on('close', () => this.#watchers.delete(watcher));
    this.#watchers.add(watcher);
  }

  message(room: Room, message: Message): void {
    this.#tell(room, { type: 'message', room: room.id, message });
  }

  typing(room: Room): void {
    this.#tell(room, { type: 'typing', room: room.id });
  }

  #tell({ people }: Room, event: FeedEvent): void {
    const line = `data: ${JSON.stringify(event)}\n\n`;
    for (const { person, response } of this.#watchers) {
      if (people.some(({ key }) => key === person)) response.write(line);
    }
  }
}
