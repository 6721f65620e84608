/**
 * The channel of the sandbox, as the page reaches it: what a person does in a chat, and what happens there.
 *
 * @typedef {{ type: string, [more: string]: any }} Entity
 * @typedef {{ contentType: string, content?: any, contentUrl?: string, name?: string }} Attachment
 *
 * @typedef {object} Activity
 * @property {string} [text]
 * @property {Entity[]} entities
 * @property {Attachment[]} attachments
 * @property {{ feedbackLoop?: object, feedbackLoopEnabled?: boolean }} [channelData]
 * @property {{ actions: { type: string, title: string, value: string }[] }} [suggestedActions]
 *
 * @typedef {object} Message
 * @property {string} id
 * @property {string} [threadId]
 * @property {string} from Key of a person, or `bot`.
 * @property {string} at
 * @property {Activity} activity
 * @property {'sent' | 'informative' | 'streaming' | 'stopped' | 'deleted'} state
 * @property {boolean} edited
 * @property {Record<string, object>} cards
 * @property {string[]} signedIn
 *
 * @typedef {{ key: string, name: string, hasPhoto: boolean }} Member
 * @typedef {{ id: string, kind: 'personal' | 'groupChat' | 'channel', name: string, people: Member[], messages: Message[] }} Room
 * @typedef {{ type: 'message', room: string, message: Message } | { type: 'typing', room: string }} FeedEvent
 * @typedef {{ status: number, body: any }} Delivery
 */

const BASE = '/_sandbox/channel/';

/**
 * @param {string} name
 * @param {object} body
 * @returns {Promise<any>}
 */
async function post(name, body) {
  const response = await fetch(BASE + name, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const reply = await response.json();
  if (!response.ok) throw new Error(reply.detail);
  return reply;
}

/**
 * The channel in the hands of one person.
 *
 * @param {string} person Their key.
 */
export function channelOf(person) {
  /** @type {(room: string, message: string) => object} */
  const at = (room, message) => ({ person, conversation: room, message });
  return {
    person,

    /** @returns {Promise<Room[]>} */
    async rooms() {
      const response = await fetch(`${BASE}conversations?${new URLSearchParams({ person })}`);
      return (await response.json()).conversations;
    },

    /**
     * Listens until the returned function is called.
     *
     * @param {(event: FeedEvent) => void} hear
     * @param {() => void} again Called when the connection stands anew: something may have been missed.
     */
    listen(hear, again) {
      const source = new EventSource(`${BASE}events?${new URLSearchParams({ person })}`);
      source.onmessage = ({ data }) => hear(JSON.parse(data));
      source.onopen = again;
      return () => source.close();
    },

    /** @param {File} file @returns {Promise<string>} The id under which it can be sent. */
    async upload(file) {
      const response = await fetch(`${BASE}files?${new URLSearchParams({ name: file.name })}`, {
        method: 'POST',
        headers: { 'content-type': 'application/octet-stream' },
        body: file,
      });
      const reply = await response.json();
      if (!response.ok) throw new Error(reply.detail);
      return reply.id;
    },

    /** @type {(room: string, words: { text: string, files?: string[], images?: string[], thread?: string }) => Promise<{ deliveries: Delivery[] }>} */
    say: (room, words) => post('say', { person, conversation: room, ...words }),
    /** @type {(room: string, message: string, action: object) => Promise<Delivery>} */
    act: (room, message, action) => post('act', { ...at(room, message), action }),
    /** @type {(room: string, message: string, thumb: { reaction: string, text: string }) => Promise<Delivery>} */
    react: (room, message, thumb) => post('react', { ...at(room, message), ...thumb }),
    /** @type {(room: string, message: string) => Promise<Delivery>} */
    pressSignIn: (room, message) => post('pressSignIn', at(room, message)),
    /** @type {(room: string) => Promise<void>} */
    stop: (room) => post('stop', { person, conversation: room }),
  };
}

/** @typedef {ReturnType<typeof channelOf>} Channel */
