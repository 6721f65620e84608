/**
 * Client of the sandbox's Teams channel: the actions of a person in a chat, and the chat's events.
 *
 * @typedef {{ type: string, [property: string]: any }} Entity
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
 *
 * @typedef {object} Conversation
 * @property {string} id
 * @property {'personal' | 'groupChat' | 'channel'} kind
 * @property {string} name
 * @property {Member[]} people
 * @property {Message[]} messages
 *
 * @typedef {{ type: 'message', conversation: string, message: Message } | { type: 'typing', conversation: string }} FeedEvent
 * @typedef {{ status: number, body: any }} Delivery
 * @typedef {{ reaction: 'like' | 'dislike', text: string }} Feedback
 * @typedef {{ text: string, files?: string[], images?: string[], thread?: string }} NewMessage
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
 * Creates the channel client of one person.
 *
 * @param {string} person Key of the person.
 */
export function createChannelClient(person) {
  /** @type {(conversation: string, message: string) => object} */
  const toTarget = (conversation, message) => ({ person, conversation, message });
  return {
    /** @returns {Promise<Conversation[]>} */
    async listConversations() {
      const response = await fetch(`${BASE}conversations?${new URLSearchParams({ person })}`);
      return (await response.json()).conversations;
    },

    /**
     * Subscribes to events. Returns a function that unsubscribes.
     *
     * @param {(event: FeedEvent) => void} onEvent
     * @param {() => void} onOpen Also called after a reconnect: events can have been missed.
     */
    subscribe(onEvent, onOpen) {
      const source = new EventSource(`${BASE}events?${new URLSearchParams({ person })}`);
      source.onmessage = ({ data }) => onEvent(JSON.parse(data));
      source.onopen = onOpen;
      return () => source.close();
    },

    /** @param {File} file @returns {Promise<string>} The id of the upload. */
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

    /** @type {(conversation: string, message: NewMessage) => Promise<{ deliveries: Delivery[] }>} */
    sendMessage: (conversation, message) => post('say', { person, conversation, ...message }),
    /** @type {(conversation: string, message: string, action: object) => Promise<Delivery>} */
    runCardAction: (conversation, message, action) => post('act', { ...toTarget(conversation, message), action }),
    /** @type {(conversation: string, message: string, feedback: Feedback) => Promise<Delivery>} */
    submitFeedback: (conversation, message, feedback) =>
      post('react', { ...toTarget(conversation, message), ...feedback }),
    /** @type {(conversation: string, message: string) => Promise<Delivery>} */
    pressSignIn: (conversation, message) => post('pressSignIn', toTarget(conversation, message)),
    /** @type {(conversation: string) => Promise<void>} */
    stop: (conversation) => post('stop', { person, conversation }),
  };
}
