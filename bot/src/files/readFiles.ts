import type { z } from 'zod';
import type { Client } from '#contract/client.ts';
import { startFileText, type FileContextItem } from '#contract/files/files.ts';
import { fileTypes, isImage, type FileType } from '#contract/files/fileTypes.ts';
import {
  EXTRACTION_TIMEOUT_MS,
  FILE_CONTEXT_MAX_BYTES,
  MAX_FILES_PER_MESSAGE,
  STATUS_POLL_MS,
} from '#contract/limits.ts';
import { isPartlyRead } from '#contract/files/unread.ts';
import { getStatus, type FileText } from '#contract/runs/jobs.ts';
import { imageTokens } from '#contract/text/tokens.ts';
import type { Clock } from '#platform/clock.ts';
import { parseImageHeader } from '#platform/imageHeader.ts';
import { getErrorSentence } from '#bot/text/apiErrors.ts';
import type { Markdown } from '#bot/text/markdown.ts';
import { texts } from '#bot/texts.ts';
import type { SentFile } from '#bot/question/question.ts';
import { FileProblem, type FetchFile } from './fetchFile.ts';

/** Maximum number of sentences about unreadable files above an answer. Other unreadable files are only counted. */
const MAX_PROBLEMS = 5;

type ContextItem = z.input<typeof FileContextItem>;

/** Reads the files of a question for the API. Returns a sentence for each file that could not be read, or not all of it. */
export async function readFiles(
  client: Client,
  clock: Clock,
  fetchFile: FetchFile,
  files: readonly SentFile[],
  getChannelToken: () => Promise<string | null>,
): Promise<{ items: ContextItem[]; problems: Markdown[] }> {
  const items: ContextItem[] = [];
  const problems: Markdown[] = [];
  for (const sent of files.slice(0, MAX_FILES_PER_MESSAGE)) {
    try {
      const file = await fetchFile(sent, getChannelToken);
      const image = await toImageItem(file);
      const text = image === null ? await extractText(client, clock, file) : null;
      if (image) items.push(image);
      if (text) items.push(toFileItem(text));
      const { unread = [], warning } = text?.extraction ?? {};
      if (warning && isPartlyRead(unread)) problems.push(texts.filePartlyRead(sent.name, warning));
    } catch (error) {
      const reason = error instanceof FileProblem ? error.message : getErrorSentence(error);
      problems.push(texts.fileFailed(sent.name, reason));
    }
  }
  const more = problems.length - MAX_PROBLEMS;
  return { items, problems: more > 0 ? [...problems.slice(0, MAX_PROBLEMS), texts.moreFiles(more)] : problems };
}

/** An image is sent with the message, as in the tab; `null` for any other file. */
async function toImageItem(file: File): Promise<ContextItem | null> {
  const bytes = Buffer.from(await file.arrayBuffer());
  const header = parseImageHeader(bytes);
  if (header === null || !isImage(header.type)) return null;
  const fileContent = bytes.toString('base64');
  if (fileContent.length >= FILE_CONTEXT_MAX_BYTES) throw new FileProblem(texts.imageTooLarge);
  return {
    scrapedFileId: crypto.randomUUID(),
    fileName: file.name,
    fileType: header.type,
    fileSize: bytes.length,
    fileContent,
    imageTokenCount: imageTokens(header.width, header.height),
  };
}

/** Extracts the text of a file with the same calls as the tab. */
async function extractText(client: Client, clock: Clock, file: File): Promise<FileText> {
  const { job_id: jobId } = await client.upload(startFileText, { file_name: file.name }, file);
  const deadline = clock.monotonic() + EXTRACTION_TIMEOUT_MS;
  while (clock.monotonic() < deadline) {
    const { status, result, error } = await client.call(getStatus, { jobId });
    if (result) return result;
    if (status === 'FAILURE') throw new FileProblem(error ?? texts.unexpected);
    await clock.sleep(STATUS_POLL_MS);
  }
  throw new FileProblem(texts.unexpected);
}

function toFileItem({ file_id: scrapedFileId, fileName, fileType, fileSize }: FileText): ContextItem {
  const type = fileTypes.find((knownType) => knownType === fileType) ?? ('Unknown' satisfies FileType);
  return { scrapedFileId, fileName, fileType: type, fileSize };
}
