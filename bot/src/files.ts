import type { Client } from '../../api/contract/client.ts';
import { startFileText, type FileContextItem } from '../../api/contract/files.ts';
import { fileTypes, type FileType } from '../../api/contract/fileTypes.ts';
import { isThisMachine } from '../../api/contract/hosts.ts';
import {
  EXTRACTION_TIMEOUT_MS,
  FILE_CONTEXT_MAX_BYTES,
  MAX_FILE_BYTES,
  MAX_FILES_PER_MESSAGE,
  STATUS_POLL_MS,
} from '../../api/contract/limits.ts';
import { getStatus, type FileText } from '../../api/contract/runs.ts';
import { imageTokens } from '../../api/contract/tokens.ts';
import { pipeline } from 'node:stream/promises';
import type { z } from 'zod';
import type { Clock } from '../../api/platform/clock.ts';
import { sentenceOf } from './failure.ts';
import { imageHead } from './images.ts';
import type { Markdown } from './markdown.ts';
import type { SentFile } from './question.ts';
import { isServiceUrl, type ServiceUrls } from './serviceUrls.ts';
import { texts } from './texts.ts';

/**
 * Gives the bytes of a file; `channelToken` gives the bot's own token, where it is needed. Throws `FileProblem` with a
 * sentence.
 */
export type FetchFile = (file: SentFile, channelToken: () => Promise<string | null>) => Promise<File>;

/** Where files may be fetched from. */
export interface FileSources {
  hosts: readonly string[];
  /** Where the channel is: pasted images lie there, and the bot's token goes nowhere else. */
  serviceUrls: ServiceUrls;
}

/** Why a file that a person sent cannot be read; the message is a sentence for them. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem';
}

const FETCH_MS = 60_000;
/** Sentences about single files above an answer; the others are counted. */
const MAX_PROBLEMS = 5;

/**
 * Fetches files from where Teams keeps them and from nowhere else: https, a host of the list (a name that begins with a
 * dot stands for all below it; the sandbox's may be on loopback without it) or the channel, no redirects, at most 70 MB.
 */
export function createFetchFile({ hosts, serviceUrls }: FileSources, send: typeof fetch = fetch): FetchFile {
  return async ({ name, url }, channelToken) => {
    const atChannel = isServiceUrl(url, serviceUrls);
    if (!atChannel && !isAllowed(new URL(url), hosts)) throw new FileProblem(texts.fileRefused);
    const token = atChannel ? await channelToken() : null;
    const response = await send(url, {
      redirect: 'error',
      signal: AbortSignal.timeout(FETCH_MS),
      ...(token === null ? {} : { headers: { authorization: `Bearer ${token}` } }),
    }).catch((cause: unknown) => {
      throw new FileProblem(texts.fileGone, { cause });
    });
    return new File(await readParts(response), name);
  };
}

/** The bytes of a response. A body that is not read to its end is canceled: it would keep its connection open. */
async function readParts(response: Response): Promise<Uint8Array<ArrayBuffer>[]> {
  const isTooLarge = Number(response.headers.get('content-length') ?? 0) > MAX_FILE_BYTES;
  if (!response.ok || !response.body || isTooLarge) {
    await response.body?.cancel();
    throw new FileProblem(isTooLarge && response.ok ? texts.fileTooLarge : texts.fileGone);
  }
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const keep = async (source: AsyncIterable<Uint8Array<ArrayBuffer>>) => {
    for await (const part of source) {
      bytes += part.byteLength;
      if (bytes > MAX_FILE_BYTES) throw new FileProblem(texts.fileTooLarge);
      parts.push(part);
    }
  };
  await pipeline(response.body, keep).catch((cause: unknown) => {
    throw cause instanceof FileProblem ? cause : new FileProblem(texts.fileGone, { cause });
  });
  return parts;
}

export function isAllowed(url: URL, hosts: readonly string[]): boolean {
  if (`${url.username}${url.password}` !== '') return false;
  if (isThisMachine(url.hostname)) return hosts.includes(url.hostname);
  if (url.protocol !== 'https:' || url.port !== '') return false;
  return hosts.some((host) => (host.startsWith('.') ? url.hostname.endsWith(host) : url.hostname === host));
}

type FileOfMessage = z.input<typeof FileContextItem>;

/** The files of a question as they go with a message, and a sentence for each that could not be read. */
export async function readFiles(
  client: Client,
  clock: Clock,
  fetchFile: FetchFile,
  files: readonly SentFile[],
  channelToken: () => Promise<string | null>,
): Promise<{ read: FileOfMessage[]; problems: Markdown[] }> {
  const read: FileOfMessage[] = [];
  const problems: Markdown[] = [];
  for (const file of files.slice(0, MAX_FILES_PER_MESSAGE)) {
    try {
      const fetched = await fetchFile(file, channelToken);
      read.push((await imageContext(fetched)) ?? contextOf(await readFile(client, clock, fetched)));
    } catch (error) {
      const reason = error instanceof FileProblem ? error.message : sentenceOf(error);
      problems.push(texts.fileFailed(file.name, reason));
    }
  }
  const more = problems.length - MAX_PROBLEMS;
  return { read, problems: more > 0 ? [...problems.slice(0, MAX_PROBLEMS), texts.moreFiles(more)] : problems };
}

/** An image goes with the message itself, as in the tab; `null` for anything else. */
async function imageContext(file: File): Promise<FileOfMessage | null> {
  const bytes = Buffer.from(await file.arrayBuffer());
  const head = imageHead(bytes);
  if (head === null) return null;
  const fileContent = bytes.toString('base64');
  if (fileContent.length >= FILE_CONTEXT_MAX_BYTES) throw new FileProblem(texts.imageTooLarge);
  return {
    scrapedFileId: crypto.randomUUID(),
    fileName: file.name,
    fileType: head.type,
    fileSize: bytes.length,
    fileContent,
    imageTokenCount: imageTokens(head.width, head.height),
  };
}

/** Has a file read by the same path as in the tab. */
async function readFile(client: Client, clock: Clock, file: File): Promise<FileText> {
  const { job_id: jobId } = await client.upload(startFileText, { file_name: file.name }, file);
  const until = clock.monotonic() + EXTRACTION_TIMEOUT_MS;
  while (clock.monotonic() < until) {
    const { status, result, error } = await client.call(getStatus, { jobId });
    if (result) return result;
    if (status === 'FAILURE') throw new FileProblem(error ?? texts.unexpected);
    await clock.sleep(STATUS_POLL_MS);
  }
  throw new FileProblem(texts.unexpected);
}

function contextOf({ file_id: scrapedFileId, fileName, fileType, fileSize }: FileText): FileOfMessage {
  const type = fileTypes.find((one) => one === fileType) ?? ('Unknown' satisfies FileType);
  return { scrapedFileId, fileName, fileType: type, fileSize };
}
