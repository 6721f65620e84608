import { findElement } from './findElement.js';

/** Teams' timeout for the tab to report that it has loaded. */
const LOAD_TIMEOUT_MS = 30_000;

/** The area with the tab and its states: loading, shown, failed. */
export function createStage() {
  const stage = findElement('.stage');
  const failure = findElement('.failure');
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timeout;

  /** @param {'loading' | 'shown' | 'failed'} state */
  const setState = (state) => {
    clearTimeout(timeout);
    stage.dataset.state = state;
    failure.hidden = state !== 'failed';
  };

  /** @param {string} reason */
  const showFailure = (reason) => {
    findElement('[data-part=failure-reason]').textContent = reason;
    setState('failed');
  };

  return {
    showProgress() {
      setState('loading');
      timeout = setTimeout(() => showFailure("The app didn't respond within 30 seconds."), LOAD_TIMEOUT_MS);
    },
    showTab: () => setState('shown'),
    showFailure,
  };
}
