import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps, type RequestOptions } from 'node:https';
import { isThisMachine } from '#contract/hosts.ts';
import { MAX_FILE_BYTES } from '#contract/limits.ts';
import { createPublicLookup, type ResolveHost } from '#platform/publicLookup.ts';
import { isServiceUrl, type ServiceUrls } from '#bot/teams/serviceUrls.ts';
import { texts } from '#bot/texts.ts';
import type { SentFile } from '#bot/question/question.ts';

/**
 * Downloads a file that a person sent. `getChannelToken` returns the bot's own token, which pasted images need. Throws
 * `FileProblem`.
 */
export type FetchFile = (file: SentFile, getChannelToken: () => Promise<string | null>) => Promise<File>;

/** Where files can be downloaded from. */
interface FileSources {
  hosts: readonly string[];
  /** URLs of the channel, which stores pasted images. Only the channel receives the bot's token. */
  serviceUrls: ServiceUrls;
}

/** Why a file cannot be read; the message is a sentence for the person who sent it. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem';
}

const DOWNLOAD_TIMEOUT_MS = 60_000;

/**
 * Downloads from the channel and the hosts of `FILE_HOSTS` only: over https, from public addresses, without redirects, at most
 * 70 MB. A host that starts with a dot includes its subdomains. The sandbox's host can be on loopback, over http.
 */
export function createFetchFile({ hosts, serviceUrls }: FileSources, resolve?: ResolveHost): FetchFile {
  const lookup = createPublicLookup(resolve);
  return async ({ name, url: address }, getChannelToken) => {
    const url = new URL(address);
    const isChannel = isServiceUrl(address, serviceUrls);
    if (!isChannel && !isAllowedUrl(url, hosts)) throw new FileProblem(texts.fileRefused);
    const token = isChannel ? await getChannelToken() : null;
    const response = await sendGet(url, {
      signal: AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS),
      // A pooled connection could have been opened without this lookup.
      agent: false,
      ...(isThisMachine(url.hostname) ? {} : { lookup }),
      ...(token === null ? {} : { headers: { authorization: `Bearer ${token}` } }),
    }).catch((cause: unknown) => {
      throw new FileProblem(texts.fileGone, { cause });
    });
    return new File(await readParts(response), name);
  };
}

function sendGet(url: URL, options: RequestOptions): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    request(url, options, resolve).on('error', reject).end();
  });
}

/** Reads a response. Destroys a response that is not read to its end, otherwise its connection would stay open. */
async function readParts(response: IncomingMessage): Promise<Uint8Array<ArrayBuffer>[]> {
  const { statusCode = 0, headers } = response;
  const isOk = statusCode >= 200 && statusCode <= 299;
  if (!isOk || Number(headers['content-length'] ?? 0) > MAX_FILE_BYTES) {
    response.destroy();
    throw new FileProblem(isOk ? texts.fileTooLarge : texts.fileGone);
  }
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  try {
    for await (const part of response as AsyncIterable<Uint8Array<ArrayBuffer>>) {
      bytes += part.byteLength;
      if (bytes > MAX_FILE_BYTES) throw new FileProblem(texts.fileTooLarge);
      parts.push(part);
    }
  } catch (cause) {
    throw cause instanceof FileProblem ? cause : new FileProblem(texts.fileGone, { cause });
  }
  return parts;
}

export function isAllowedUrl(url: URL, hosts: readonly string[]): boolean {
  if (`${url.username}${url.password}` !== '') return false;
  if (isThisMachine(url.hostname)) return hosts.includes(url.hostname);
  if (url.protocol !== 'https:' || url.port !== '') return false;
  return hosts.some((host) => (host.startsWith('.') ? url.hostname.endsWith(host) : url.hostname === host));
}
