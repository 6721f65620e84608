import { getFileBytes, startFileTextFromUrl, startImageContentFromUrl } from '#contract/files/files.ts';
import { saveMeetingTranscript } from '#contract/files/meetings.ts';
import { attachMessage } from '#contract/files/sources.ts';
import { api } from '#tab/api.ts';
import { retryWhenBusy } from '#tab/retry.ts';
import type { FileSource } from './remoteFile.ts';

const BUSY = { attempts: 3, defaultWaitS: 5 };

/** Lets the server fetch a file of Microsoft 365 and read it, like an upload. Returns the job's id. */
export async function startFromSource(source: FileSource, name: string, signal: AbortSignal): Promise<string> {
  return (await retryWhenBusy(() => start(source, name, signal), { ...BUSY, signal })).job_id;
}

function start(source: FileSource, name: string, signal: AbortSignal): Promise<{ job_id: string }> {
  switch (source.kind) {
    case 'file':
      return api.call(startFileTextFromUrl, { file_url: source.url, file_name: name }, { signal });
    case 'meeting': {
      const ids = { meeting_id: source.meetingId, transcript_id: source.transcriptId };
      return api.call(saveMeetingTranscript, ids, { signal });
    }
    case 'chat':
      return api.call(attachMessage, { kind: 'chat', id: source.id, chat_id: source.chatId }, { signal });
    case 'mail':
      return api.call(attachMessage, { kind: 'mail', id: source.id }, { signal });
  }
}

/** Fetches an image of Microsoft 365, which is sent with the message like one from this computer. */
export async function fetchSourceImage(url: string, name: string, mime: string, signal: AbortSignal): Promise<File> {
  const startImage = () => api.call(startImageContentFromUrl, { file_url: url, file_name: name }, { signal });
  const { file_id } = await retryWhenBusy(startImage, { ...BUSY, signal });
  const bytes = await api.bytes(getFileBytes, { file_id }, { signal });
  return new File([bytes], name, { type: mime });
}
