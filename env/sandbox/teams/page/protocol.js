/**
 * The protocol between teams-js and its host: calls by postMessage, each with a reply to the window that sent it.
 *
 * @typedef {object} Client A window that can call the host.
 * @property {Window} window
 * @property {'content' | 'task' | 'authentication'} frameContext
 * @property {Set<string>} events Names of the events that the window has registered a handler for.
 *
 * @typedef {(client: Client, ...args: any[]) => unknown[] | void | Promise<unknown[] | void>} CallHandler
 * Returns the arguments of the reply, or nothing if teams-js expects none.
 */

/**
 * Starts to handle the calls of teams-js.
 *
 * @param {string} origin The only origin whose calls are accepted: the tab's.
 * @param {Record<string, CallHandler>} handlers Handlers by the `func` of the call.
 */
export function createProtocol(origin, handlers) {
  /** @type {Client[]} */
  let clients = [];

  addEventListener('message', async (event) => {
    const client = clients.find((candidate) => candidate.window === event.source);
    if (!client || event.origin !== origin || typeof event.data?.func !== 'string') return;
    const { id, uuidAsString, func, args = [] } = event.data;
    const handle = handlers[func];
    if (!handle) {
      console.warn(`teams-js called "${func}", which this host does not support.`);
      return;
    }
    const reply = await handle(client, ...args);
    if (!reply) return;
    const sentAt = performance.timeOrigin + performance.now();
    client.window.postMessage({ id, uuidAsString, args: reply, monotonicTimestamp: sentAt }, origin);
  });

  return {
    /**
     * Accepts the calls of a window, and removes the event handlers of the page that it showed before: a frame keeps
     * its window when its page is reloaded.
     *
     * @param {Window} window
     * @param {Client['frameContext']} frameContext
     */
    addClient(window, frameContext) {
      clients = [...clients.filter((client) => client.window !== window), { window, frameContext, events: new Set() }];
    },

    /** @param {Window} window */
    removeClient(window) {
      clients = clients.filter((client) => client.window !== window);
    },

    /**
     * Sends an event to all clients that registered for it.
     *
     * @param {string} func
     * @param {unknown[]} args
     */
    sendEvent(func, args) {
      for (const client of clients) {
        if (client.events.has(func)) client.window.postMessage({ func, args }, origin);
      }
    },
  };
}
