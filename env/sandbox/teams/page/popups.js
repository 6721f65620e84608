/** How often a popup is looked at, in milliseconds: a page of another origin does not say that it was closed. */
const LOOK_EVERY_MS = 300;

/**
 * authentication.authenticate: opens the page in a window of its own, whose opener is the host, and waits
 * until that page tells its result or the person closes it.
 *
 * @param {ReturnType<typeof import('./protocol.js').createProtocol>} protocol
 */
export function createPopups(protocol) {
  /** @type {Map<Window, (reply: [boolean, string]) => void>} */
  const waiting = new Map();

  /** @param {Window} popup @param {[boolean, string]} reply */
  const finish = (popup, reply) => {
    waiting.get(popup)?.(reply);
    waiting.delete(popup);
    protocol.dismiss(popup);
  };

  return {
    /**
     * @param {string} url
     * @param {number} [width]
     * @param {number} [height]
     * @returns {Promise<[boolean, string]>}
     */
    open(url, width = 600, height = 535) {
      const popup = window.open(url, '_blank', `popup,width=${width},height=${height}`);
      if (!popup) return Promise.resolve([false, 'FailedToOpenWindow']);
      protocol.welcome(popup, 'authentication');
      const watch = setInterval(() => popup.closed && finish(popup, [false, 'CancelledByUser']), LOOK_EVERY_MS);
      return new Promise((done) => waiting.set(popup, done)).finally(() => clearInterval(watch));
    },

    /** @param {Window} popup @param {string} result */
    succeed: (popup, result) => finish(popup, [true, result]),

    /** @param {Window} popup @param {string} reason */
    fail: (popup, reason) => finish(popup, [false, reason]),
  };
}
