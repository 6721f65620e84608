import { showToast, type ToastHandle } from '#tab/shell/toasts/toasts.ts';
import { chats } from '#tab/features/chat/chat.state.ts';
import { drafts, getVisibleFiles } from '#tab/features/chat/composer/draft/draft.state.ts';
import { MAX_CHIPS_IN_ROW } from '#tab/features/files/files.rules.ts';
import { fileTexts } from '#tab/features/files/files.texts.ts';

/** Shows a toast with the result of processing a file. */
export interface FileAnnouncement {
  /** @param usedOcr whether the text was recognized in images */
  succeed(usedOcr?: boolean): void;
  /** @param sentence shown if no other file of the toast fails */
  fail(sentence: string): void;
  /** Called when the file has to wait for the next sign-in. */
  pause(): void;
}

/** Files of one draft that are processed at the same time and share one toast. */
interface Batch {
  running: Set<symbol>;
  names: string[];
  succeeded: number;
  usedOcr: boolean;
  failures: { name: string; sentence: string }[];
  toast: ToastHandle | null;
}

const batches = new Map<string, Batch>();

/** Names or sentences that fit into a toast. */
const MAX_LINES = 8;

export function listWithLimit(lines: readonly string[]): string[] {
  const rest = lines.length - MAX_LINES;
  return rest > 0 ? [...lines.slice(0, MAX_LINES), fileTexts.more(rest)] : [...lines];
}

/**
 * Announces that a file is processed, in the toast of all files of its draft that are processed now. While their chips
 * are in view, the toast is only read aloud. An aborted file is not mentioned.
 */
export function announceFile(chatId: string, name: string, signal: AbortSignal): FileAnnouncement {
  const batch = batches.get(chatId) ?? {
    running: new Set(),
    names: [],
    succeeded: 0,
    usedOcr: false,
    failures: [],
    toast: null,
  };
  batches.set(chatId, batch);
  const key = Symbol(name);
  batch.running.add(key);
  batch.names.push(name);
  updateToast(chatId, batch);

  const conclude = (record: () => void) => {
    if (!batch.running.delete(key)) return;
    record();
    updateToast(chatId, batch);
  };
  const leave = () => conclude(() => batch.names.splice(batch.names.indexOf(name), 1));
  signal.addEventListener('abort', leave);
  return {
    succeed: (usedOcr = false) =>
      conclude(() => {
        batch.succeeded += 1;
        batch.usedOcr ||= usedOcr;
      }),
    fail: (sentence) => conclude(() => batch.failures.push({ name, sentence })),
    pause: leave,
  };
}

function updateToast(chatId: string, batch: Batch): void {
  if (batch.running.size === 0) return endBatch(chatId, batch);
  const [only] = batch.names;
  const count = batch.names.length;
  const text = count === 1 && only !== undefined ? fileTexts.processing(only) : fileTexts.processingMany(count);
  show(batch, 'processing', text, areChipsInView(chatId));
}

function endBatch(chatId: string, batch: Batch): void {
  batches.delete(chatId);
  const [only] = batch.names;
  const [failure] = batch.failures;
  const count = batch.names.length;
  // A toast has room for the reason of one failure only; several failed files are listed by name.
  if (failure && batch.failures.length === 1) return show(batch, 'error', failure.sentence);
  if (failure) return show(batch, 'error', fileTexts.failedMany(listWithLimit(batch.failures.map(({ name }) => name))));
  if (count === 0 || only === undefined) return batch.toast?.close();
  show(
    batch,
    'success',
    count === 1 ? toSuccess(only, batch.usedOcr) : fileTexts.processedMany(count),
    areChipsInView(chatId),
  );
}

function toSuccess(name: string, usedOcr: boolean): string {
  return usedOcr ? fileTexts.processedWithOcr(name) : fileTexts.processed(name);
}

function show(batch: Batch, kind: 'processing' | 'success' | 'error', text: string, isQuiet = false): void {
  if (batch.toast) batch.toast.update(kind, text, { isQuiet });
  else batch.toast = showToast(kind, text, { isQuiet });
}

/** Whether the person sees a chip for each file, with its state. */
function areChipsInView(chatId: string): boolean {
  const draft = drafts[chatId];
  return chats.openId === chatId && draft !== undefined && getVisibleFiles(draft).length <= MAX_CHIPS_IN_ROW;
}
