/**
 * The wire between teams-js and its host: messages by postMessage, each answered to the window that sent it.
 *
 * @typedef {object} Guest A window that may talk to the host.
 * @property {Window} window
 * @property {'content' | 'task' | 'authentication'} frameContext
 * @property {Set<string>} listensTo Events it has registered a handler for.
 *
 * @typedef {(guest: Guest, ...args: any[]) => unknown[] | void | Promise<unknown[] | void>} Answer
 * What a call gives back: the arguments of the reply, or nothing when teams-js expects none.
 */

/**
 * Listens for teams-js and answers it.
 *
 * @param {string} origin The only origin that is listened to: the tab's.
 * @param {Record<string, Answer>} answers By the wire's `func`.
 */
export function createProtocol(origin, answers) {
  /** @type {Guest[]} */
  let guests = [];

  addEventListener('message', async (event) => {
    const guest = guests.find((each) => each.window === event.source);
    if (!guest || event.origin !== origin || typeof event.data?.func !== 'string') return;
    const { id, uuidAsString, func, args = [] } = event.data;
    const answer = answers[func];
    if (!answer) {
      console.warn(`teams-js called "${func}", which this host does not know.`);
      return;
    }
    const reply = await answer(guest, ...args);
    if (!reply) return;
    const sentAt = performance.timeOrigin + performance.now();
    guest.window.postMessage({ id, uuidAsString, args: reply, monotonicTimestamp: sentAt }, origin);
  });

  return {
    /**
     * Lets a window talk to the host. An embedded window keeps its identity when its page is loaded anew;
     * welcoming it again forgets what the page before had registered for.
     *
     * @param {Window} window
     * @param {Guest['frameContext']} frameContext
     */
    welcome(window, frameContext) {
      guests = [...guests.filter((each) => each.window !== window), { window, frameContext, listensTo: new Set() }];
    },

    /** @param {Window} window */
    dismiss(window) {
      guests = guests.filter((each) => each.window !== window);
    },

    /**
     * Tells an event to everybody who registered for it.
     *
     * @param {string} func
     * @param {unknown[]} args
     */
    tell(func, args) {
      for (const guest of guests) {
        if (guest.listensTo.has(func)) guest.window.postMessage({ func, args }, origin);
      }
    },
  };
}
