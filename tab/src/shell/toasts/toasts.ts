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

/** How long each kind stays, in milliseconds; `processing` stays until it is closed or becomes another kind. */
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

/** Starts the time of a toast anew, as when the pointer leaves it. */
export function releaseToast(id: number): void {
  clearTimeout(timers.get(id));
  const entry = toasts.entries.find((each) => each.id === id);
  const lifetime = entry ? lifetimes[entry.kind] : null;
  if (lifetime !== null)
    timers.set(
      id,
      setTimeout(() => closeToast(id), lifetime),
    );
}

/** Keeps a toast while a person reads it. */
export function holdToast(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
}

/** Shows a sentence about something that happened elsewhere; the handle changes or closes it. */
export function showToast(kind: ToastKind, text: string): ToastHandle {
  lastId += 1;
  const id = lastId;
  toasts.entries = [...toasts.entries, { id, kind, text }];
  releaseToast(id);
  return {
    update(nextKind, nextText) {
      toasts.entries = toasts.entries.map((entry) =>
        entry.id === id ? { id, kind: nextKind, text: nextText } : entry,
      );
      releaseToast(id);
    },
    close: () => closeToast(id),
  };
}
