import { proxy } from 'valtio';

/** Whether the browser has a network. Being online does not mean that AVA can be reached. */
export const network = proxy({ isOnline: navigator.onLine });

const update = () => {
  network.isOnline = navigator.onLine;
};
window.addEventListener('online', update);
window.addEventListener('offline', update);

/** Resolves when the browser is online; rejects with the signal's reason when it is aborted. */
export async function waitUntilOnline(signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (!navigator.onLine) await waitForOnline(signal);
}

/**
 * Resolves when the browser comes back online, or after a time. Rejects with the signal's reason when it is aborted.
 * @param ms no limit by default
 */
export function waitForOnline(signal: AbortSignal, ms?: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (finish: () => void) => () => {
      clearTimeout(timer);
      window.removeEventListener('online', onOnline);
      signal.removeEventListener('abort', onAbort);
      finish();
    };
    const onOnline = end(resolve);
    const onAbort = end(() => reject(signal.reason as Error));
    const timer = ms === undefined ? undefined : setTimeout(onOnline, ms);
    window.addEventListener('online', onOnline);
    signal.addEventListener('abort', onAbort);
  });
}
