import { proxy } from 'valtio';
import { TOAST_ERROR_MS, TOAST_SUCCESS_MS } from '../../../../api/contract/limits.ts';

export type ToastKind = 'success' | 'error' | 'processing';

export interface ToastEntry {
  id: number;
  kind: ToastKind;
  text: string;
}

export interface ToastHandle {
  update(kind: ToastKind, text: string): void;
  close(): void;
}

/** Lifetime in milliseconds; `processing` stays until it is closed or updated to another kind. */
const lifetimes: Record<ToastKind, number | null> = {
  success: TOAST_SUCCESS_MS,
  error: TOAST_ERROR_MS,
  processing: null,
};

export const toasts = proxy<{ entries: ToastEntry[] }>({ entries: [] });

const timers = new Map<number, ReturnType<typeof setTimeout>>();
let lastId = 0;

export function closeToast(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  toasts.entries = toasts.entries.filter((entry) => entry.id !== id);
}

/** Restarts a toast's timer, for example when the pointer leaves it. */
export function restartToastTimer(id: number): void {
  clearTimeout(timers.get(id));
  const entry = toasts.entries.find((toast) => toast.id === id);
  const lifetime = entry ? lifetimes[entry.kind] : null;
  if (lifetime !== null)
    timers.set(
      id,
      setTimeout(() => closeToast(id), lifetime),
    );
}

/** Stops a toast's timer while the pointer is over it. */
export function pauseToastTimer(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
}

/** Shows a toast; the returned handle updates or closes it. */
export function showToast(kind: ToastKind, text: string): ToastHandle {
  lastId += 1;
  const id = lastId;
  toasts.entries = [...toasts.entries, { id, kind, text }];
  restartToastTimer(id);
  return {
    update(nextKind, nextText) {
      toasts.entries = toasts.entries.map((entry) =>
        entry.id === id ? { id, kind: nextKind, text: nextText } : entry,
      );
      restartToastTimer(id);
    },
    close: () => closeToast(id),
  };
}
