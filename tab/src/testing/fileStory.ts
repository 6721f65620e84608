import type { Extraction } from '#contract/files/locations.ts';
import type { JobStatus } from '#contract/runs/jobs.ts';
import { api } from '#tab/api.ts';
import { chats } from '#tab/features/chat/chat.state.ts';
import { drafts } from '#tab/features/chat/composer/draft/draft.state.ts';
import type { ChatFile } from '#tab/features/files/files.state.ts';
import { removeFile } from '#tab/features/files/files.actions.ts';
import { toasts } from '#tab/shell/toasts/toasts.ts';
import { records } from './memoryBrowserDatabase.ts';

/** The chat whose draft gets the files. */
export const chatId = 'c0ffee00-0000-4000-8000-000000000001';
export const job = {
  job_id: 'c0ffee00-0000-4000-8000-00000000000a',
  file_id: 'c0ffee00-0000-4000-8000-00000000000b',
};

/** Fakes the API and the image decoder, with an empty draft and simulated time. Call it before each test. */
export function beginFileStory() {
  jest.useFakeTimers();
  jest.spyOn(console, 'warn').mockReset().mockImplementation();
  records.clear();
  for (const id of Object.keys(drafts)) delete drafts[id];
  toasts.entries = [];
  chats.openId = null;
  globalThis.createImageBitmap = jest.fn(async () => ({ width: 600, height: 400, close: () => undefined })) as never;
  jest
    .spyOn(api, 'upload')
    .mockReset()
    .mockResolvedValue(job as never);
  jest.spyOn(api, 'call').mockReset();
}

/** Ends all work on the files. Call it after each test. */
export async function endFileStory(): Promise<void> {
  for (const { id } of listFiles()) removeFile(chatId, id);
  await jest.advanceTimersByTimeAsync(120_000);
  jest.useRealTimers();
}

/** Answers the next polls for the job with these states, in this order. */
export function answerPolls(...statuses: Partial<JobStatus>[]): void {
  for (const status of statuses) {
    const answer = { pctProgress: 0, stage: '', result: null, error: null, ...status };
    jest.mocked(api.call).mockResolvedValueOnce(answer as never);
  }
}

/** Status of a job that has read its file. */
export function completed(message = 'Spending in May', changes: Partial<Extraction> = {}): Partial<JobStatus> {
  const part = { text: message, location: { kind: 'page', page: 1 } } as const;
  const extraction: Extraction = { type: 'PDF', parts: [part], pages: 1, usedOcr: false, ...changes };
  const read = { message, used_ocr: extraction.usedOcr, extraction, tokens: 3 };
  const file = { fileName: 'Report.pdf', fileType: 'PDF', fileSize: 10, ...read };
  return { status: 'COMPLETED', result: { file_id: job.file_id, ...file } };
}

/** A slow connection: the upload ends only when it is canceled. */
export const uploadUntilCanceled: typeof api.upload = (_endpoint, _ask, _file, options) =>
  new Promise((_, reject) => options?.signal?.addEventListener('abort', () => reject(options.signal?.reason as Error)));

export function createReport(): File {
  return new File(['%PDF'], 'Report.pdf', { type: 'application/pdf' });
}

/** The files in the chat's draft. */
export function listFiles(): ChatFile[] {
  return drafts[chatId]?.files ?? [];
}

export function listToasts(): [kind: string, text: string][] {
  return toasts.entries.map(({ kind, text }) => [kind, text]);
}

/** Runs promises and timers that are due now, without letting time pass. */
export function runPendingWork(): Promise<void> {
  return jest.advanceTimersByTimeAsync(0);
}

export function passOneSecond(): Promise<void> {
  return jest.advanceTimersByTimeAsync(1_000);
}
