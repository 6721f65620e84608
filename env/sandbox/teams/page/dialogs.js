import { part } from './parts.js';

/** Sizes teams-js names in words, in pixels. */
const named = /** @type {Record<string, number>} */ ({ small: 320, medium: 520, large: 720 });
const USUAL = 520;

/** @param {unknown} size */
const pixels = (size) => `${Number(named[String(size)] ?? size) || USUAL}px`;

/**
 * Dialogs (teams-js still calls them tasks): one at a time, above the frame, with the tab's page inside.
 *
 * @param {ReturnType<typeof import('./protocol.js').createProtocol>} protocol
 * @param {string} tabOrigin Pages of any other origin are refused, as Teams refuses what is not a valid domain.
 */
export function createDialogs(protocol, tabOrigin) {
  const dialog = /** @type {HTMLDialogElement} */ (part('dialog.task'));
  const frame = /** @type {HTMLIFrameElement} */ (part('[data-part=task]'));
  /** @type {((reply: [string | null, unknown?]) => void) | null} */
  let answer = null;

  /** @param {[string | null, unknown?]} reply */
  const finish = (reply) => {
    answer?.(reply);
    answer = null;
    frame.src = 'about:blank';
    if (dialog.open) dialog.close();
  };
  // Comes from Escape too, and late: by then the next dialog may be open.
  dialog.addEventListener('close', () => !dialog.open && finish(['CancelledByUser']));
  part('[data-action=close-task]').addEventListener('click', () => dialog.close());

  /** @param {{ width?: unknown, height?: unknown }} size */
  const resize = ({ width, height }) => {
    dialog.style.setProperty('--task-width', pixels(width));
    dialog.style.setProperty('--task-height', pixels(height));
  };

  return {
    /**
     * @param {{ url: string, title?: string, width?: unknown, height?: unknown }} task
     * @returns {Promise<[string | null, unknown?]>} `[error]` or `[null, result]`.
     */
    open(task) {
      if (new URL(task.url, tabOrigin).origin !== tabOrigin) return Promise.resolve(['InvalidUrl']);
      if (dialog.open) return Promise.resolve(['AnotherDialogIsOpen']);
      resize(task);
      part('#task-title').textContent = task.title ?? 'AVA';
      frame.title = task.title ?? 'AVA';
      dialog.showModal();
      frame.src = task.url;
      protocol.welcome(/** @type {Window} */ (frame.contentWindow), 'task');
      return new Promise((done) => (answer = done));
    },
    resize,
    /** @param {unknown} result */
    complete: (result) => finish([null, result]),
  };
}
