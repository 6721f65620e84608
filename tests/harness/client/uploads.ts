import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { Client } from '#contract/client.ts';
import { startFileText, type FileContextItem } from '#contract/files/files.ts';
import { getStatus, type FileText } from '#contract/runs/jobs.ts';
import { eventually } from '#tests/harness/eventually.ts';

/** A file of a message, as the client sends it. */
export type MessageFile = z.input<typeof FileContextItem>;

/** Uploads a file and waits for its text. */
export async function uploadAndRead(person: Client, file: File): Promise<{ jobId: string; file: FileText }> {
  const { job_id: jobId } = await person.upload(startFileText, {}, file);
  const { result, error } = await waitForJob(person, jobId);
  if (!result) throw new Error(`${file.name} could not be read: ${error}`);
  return { jobId, file: result };
}

/** Returns the status of a job when it has completed or failed. */
export function waitForJob(person: Client, jobId: string) {
  return eventually(
    async () => {
      const status = await person.call(getStatus, { jobId });
      if (status.status === 'COMPLETED' || status.status === 'FAILURE') return status;
      throw new Error(`The job is still ${status.status}, ${status.stage}.`);
    },
    { everyMs: 50, slowsDown: true },
  );
}

/** Turns an uploaded file into a file of a message. */
export function toMessageFile({ file_id: scrapedFileId, fileName, fileType, fileSize }: FileText): MessageFile {
  return { scrapedFileId, fileName, fileType: fileType as MessageFile['fileType'], fileSize };
}

/** Makes a file whose content is part of the message. */
export function makeInlineFile(content: string, changes: Partial<MessageFile> = {}): MessageFile {
  const fileSize = Buffer.byteLength(content);
  const file = { scrapedFileId: randomUUID(), fileName: 'pasted.txt', fileType: 'TXT', fileSize } as const;
  return { ...file, fileContent: content, ...changes };
}
