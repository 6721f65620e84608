import { proxy } from 'valtio';

/** Whether the browser has a network. Being online does not mean that AVA can be reached. */
export const network = proxy({ isOnline: navigator.onLine });

const update = () => {
  network.isOnline = navigator.onLine;
};
window.addEventListener('online', update);
window.addEventListener('offline', update);

/** Resolves when the browser is online; rejects with the signal's reason when it is aborted. */
export function waitUntilOnline(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (finish: () => void) => () => {
      window.removeEventListener('online', onOnline);
      signal.removeEventListener('abort', onAbort);
      finish();
    };
    const onOnline = end(resolve);
    const onAbort = end(() => reject(signal.reason as Error));
    window.addEventListener('online', onOnline);
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
    else if (navigator.onLine) onOnline();
  });
}
