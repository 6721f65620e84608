import { findElement } from './findElement.js';

/** Pixels of the sizes that have a name in teams-js. */
const namedSizes = /** @type {Record<string, number>} */ ({ small: 320, medium: 520, large: 720 });
const DEFAULT_SIZE = 520;

/** @param {unknown} size */
const toPixels = (size) => `${Number(namedSizes[String(size)] ?? size) || DEFAULT_SIZE}px`;

/**
 * Dialogs (teams-js also calls them tasks): one at a time, above the frame, with a page of the tab.
 *
 * @param {ReturnType<typeof import('./protocol.js').createProtocol>} protocol
 * @param {string} tabOrigin Pages of other origins are rejected, as Teams rejects pages outside the app's valid domains.
 */
export function createDialogs(protocol, tabOrigin) {
  const dialog = /** @type {HTMLDialogElement} */ (findElement('dialog.task'));
  const frame = /** @type {HTMLIFrameElement} */ (findElement('[data-part=task]'));
  /** @type {((result: [string | null, unknown?]) => void) | null} */
  let resolve = null;

  /** @param {[string | null, unknown?]} result */
  const finish = (result) => {
    resolve?.(result);
    resolve = null;
    frame.src = 'about:blank';
    if (dialog.open) dialog.close();
  };
  // The close event is asynchronous: the next dialog can already be open.
  dialog.addEventListener('close', () => !dialog.open && finish(['CancelledByUser']));
  findElement('[data-action=close-task]').addEventListener('click', () => dialog.close());

  /** @param {{ width?: unknown, height?: unknown }} size */
  const resize = ({ width, height }) => {
    dialog.style.setProperty('--task-width', toPixels(width));
    dialog.style.setProperty('--task-height', toPixels(height));
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
      findElement('#task-title').textContent = task.title ?? 'AVA';
      frame.title = task.title ?? 'AVA';
      dialog.showModal();
      frame.src = task.url;
      protocol.addClient(/** @type {Window} */ (frame.contentWindow), 'task');
      return new Promise((done) => (resolve = done));
    },
    resize,
    /** @param {unknown} result */
    complete: (result) => finish([null, result]),
  };
}
