/** Popups of other origins send no event when they are closed, so they are polled. */
const POLL_INTERVAL_MS = 300;

/**
 * authentication.authenticate: opens a page in a popup whose opener is the host, and waits until the page sends its
 * result or the person closes it.
 *
 * @param {ReturnType<typeof import('./protocol.js').createProtocol>} protocol
 */
export function createPopups(protocol) {
  /** @type {Map<Window, (result: [boolean, string]) => void>} */
  const pending = new Map();

  /** @param {Window} popup @param {[boolean, string]} result */
  const finish = (popup, result) => {
    pending.get(popup)?.(result);
    pending.delete(popup);
    protocol.removeClient(popup);
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
      protocol.addClient(popup, 'authentication');
      const poll = setInterval(() => popup.closed && finish(popup, [false, 'CancelledByUser']), POLL_INTERVAL_MS);
      return new Promise((done) => pending.set(popup, done)).finally(() => clearInterval(poll));
    },

    /** @param {Window} popup @param {string} result */
    succeed: (popup, result) => finish(popup, [true, result]),

    /** @param {Window} popup @param {string} reason */
    fail: (popup, reason) => finish(popup, [false, reason]),
  };
}
