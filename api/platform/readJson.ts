import type { IncomingMessage } from 'node:http';
import { AvaError } from '#contract/errors.ts';
import { parseJson } from '#contract/json.ts';
import { guardBody, type BodyLimits } from './guardBody.ts';

/** Reads a JSON body. Throws `AvaError` if it is too large, too slow, compressed, nested too deeply or not JSON. */
export async function readJson(request: IncomingMessage, limits: BodyLimits): Promise<unknown> {
  if (getMediaType(request) !== 'application/json')
    throw new AvaError('unsupported_media_type', { detail: 'Please send JSON.' });
  return parseJson(await readText(request, limits));
}

/** The media type of a body in lower case, without parameters. */
export function getMediaType({ headers }: IncomingMessage): string {
  return parseContentType(headers['content-type'])[0] ?? '';
}

/** Reads a body as text. */
export async function readText(request: IncomingMessage, limits: BodyLimits): Promise<string> {
  checkEncoding(request);
  if (Number(request.headers['content-length'] ?? 0) > limits.maxBytes) throw new AvaError(limits.sizeError);
  return decode(await readBytes(request, limits));
}

function parseContentType(contentType = ''): string[] {
  return contentType.split(';').map((part) => part.trim().toLowerCase());
}

function checkEncoding({ headers }: IncomingMessage): void {
  const charset = parseContentType(headers['content-type']).find((part) => part.startsWith('charset='));
  const name = charset?.slice('charset='.length).replaceAll('"', '') ?? 'utf-8';
  if (name !== 'utf-8' && name !== 'utf8' && name !== 'us-ascii')
    throw new AvaError('unsupported_media_type', { detail: 'Please send text as UTF-8.' });
  // A compressed body could inflate to any size.
  if ((headers['content-encoding'] ?? 'identity').trim().toLowerCase() !== 'identity')
    throw new AvaError('unsupported_media_type', { detail: 'Please send the request uncompressed.' });
}

function readBytes(request: IncomingMessage, limits: BodyLimits): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    const onData = (part: Buffer) => parts.push(part);
    const onEnd = () => {
      release();
      resolve(Buffer.concat(parts));
    };
    const release = guardBody(request, limits, (error) => {
      request.off('data', onData).off('end', onEnd).pause();
      // Closing the connection after the response can emit 'error', which would crash the process without a listener.
      request.on('error', () => undefined);
      reject(error);
    });
    request.on('data', onData).once('end', onEnd);
  });
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new AvaError('bad_request', { detail: 'The text of the request is not valid UTF-8.', cause });
  }
}
