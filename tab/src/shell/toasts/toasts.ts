import { proxy } from 'valtio';
import { TOAST_ERROR_MS, TOAST_SUCCESS_MS } from '#contract/limits.ts';

const TOAST_UNDO_MS = 10_000;

export type ToastKind = 'success' | 'error' | 'processing';

export interface ToastEntry {
  id: number;
  kind: ToastKind;
  text: string;
  /** Only read aloud, because the screen already shows it in another place. */
  isQuiet: boolean;
  action: ToastAction | null;
}

/** A button in a toast, for example to undo. A toast with a button stays longer than others. */
export interface ToastAction {
  label: string;
  run: () => void;
}

type ToastOptions = Partial<Pick<ToastEntry, 'isQuiet' | 'action'>>;

export interface ToastHandle {
  update(kind: ToastKind, text: string, options?: ToastOptions): void;
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

function getLifetime({ kind, action }: ToastEntry): number | null {
  const lifetime = lifetimes[kind];
  return action === null || lifetime === null ? lifetime : TOAST_UNDO_MS;
}

/** Restarts a toast's timer, for example when the pointer leaves it. */
export function restartToastTimer(id: number): void {
  clearTimeout(timers.get(id));
  const entry = toasts.entries.find((toast) => toast.id === id);
  const lifetime = entry ? getLifetime(entry) : null;
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

/** Runs the action of a toast's button. Closes the toast unless it shows progress. */
export function runToastAction(id: number): void {
  const entry = toasts.entries.find((toast) => toast.id === id);
  if (entry && entry.kind !== 'processing') closeToast(id);
  entry?.action?.run();
}

/** The newest toast with a button that does not show progress; `null` if there is none. */
export function findToastWithAction(): number | null {
  return toasts.entries.findLast((entry) => entry.action !== null && entry.kind !== 'processing')?.id ?? null;
}

/** Shows a toast; the returned handle updates or closes it. */
export function showToast(kind: ToastKind, text: string, options?: ToastOptions): ToastHandle {
  lastId += 1;
  const id = lastId;
  toasts.entries = [...toasts.entries, createEntry(id, kind, text, options)];
  restartToastTimer(id);
  return {
    update(nextKind, nextText, nextOptions) {
      toasts.entries = toasts.entries.map((entry) =>
        entry.id === id ? createEntry(id, nextKind, nextText, nextOptions) : entry,
      );
      restartToastTimer(id);
    },
    close: () => closeToast(id),
  };
}

function createEntry(id: number, kind: ToastKind, text: string, options: ToastOptions = {}): ToastEntry {
  return { id, kind, text, isQuiet: options.isQuiet ?? false, action: options.action ?? null };
}
