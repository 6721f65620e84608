import { part } from './parts.js';

/** How long Teams waits for a tab to say that it has loaded, in milliseconds. */
const PATIENCE_MS = 30_000;

/** The place where the tab is shown, with its states: loading, shown, failed. */
export function createStage() {
  const stage = part('.stage');
  const failure = part('.failure');
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let patience;

  /** @param {'loading' | 'shown' | 'failed'} state */
  const become = (state) => {
    clearTimeout(patience);
    stage.dataset.state = state;
    failure.hidden = state !== 'failed';
  };

  /** @param {string} reason */
  const fail = (reason) => {
    part('[data-part=failure-reason]').textContent = reason;
    become('failed');
  };

  return {
    loading() {
      become('loading');
      patience = setTimeout(() => fail('The app did not answer within 30 seconds.'), PATIENCE_MS);
    },
    shown: () => become('shown'),
    fail,
  };
}
