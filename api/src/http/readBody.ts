import type { IncomingMessage } from 'node:http';
import busboy from 'busboy';
import { AvaError } from '../../contract/errors.ts';
import { MAX_BODY_BYTES, MAX_BODY_DEPTH } from '../../contract/limits.ts';
import { guardBody, type BodyLimits } from './guardBody.ts';
import { hasBody } from './sendError.ts';

type Fields = Record<string, unknown>;

const MAX_FIELDS = 100;
const LIMITS: BodyLimits = { maxBytes: MAX_BODY_BYTES, tooMuch: 'too_large' };

function mediaType(request: IncomingMessage): { type: string; charset: string } {
  const [type = '', ...parameters] = (request.headers['content-type'] ?? '')
    .split(';')
    .map((part) => part.trim().toLowerCase());
  const charset = parameters
    .find((part) => part.startsWith('charset='))
    ?.slice('charset='.length)
    .replaceAll('"', '');
  return { type, charset: charset ?? 'utf-8' };
}

function readBytes(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    const keep = (part: Buffer) => parts.push(part);
    const release = guardBody(request, LIMITS, (error) => {
      request.off('data', keep);
      reject(error);
    });
    request.on('data', keep);
    request.once('end', () => {
      release();
      resolve(Buffer.concat(parts));
    });
  });
}

function checkCharset(charset: string): void {
  if (charset !== 'utf-8' && charset !== 'utf8' && charset !== 'us-ascii') {
    throw new AvaError('unsupported_media_type', { detail: 'Please send text as UTF-8.' });
  }
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new AvaError('bad_request', { detail: 'The text of the request is not valid UTF-8.', cause });
  }
}

/** Deep nesting costs the checker its stack; real bodies are shallow. */
function checkDepth(value: unknown, depth = 0): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth >= MAX_BODY_DEPTH) throw new AvaError('bad_request', { detail: 'The request is nested too deeply.' });
  for (const inner of Object.values(value)) checkDepth(inner, depth + 1);
}

/** A JSON object; an empty body is an empty object. */
export async function readJson(request: IncomingMessage): Promise<Fields> {
  if (!hasBody(request)) return {};
  const { type, charset } = mediaType(request);
  if (type !== 'application/json') throw new AvaError('unsupported_media_type', { detail: 'Please send JSON.' });
  checkCharset(charset);
  const text = decode(await readBytes(request));
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new AvaError('bad_request', { detail: 'The request is not valid JSON.', cause });
  }
  checkDepth(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new AvaError('bad_request', { detail: 'The request must be a JSON object.' });
  }
  return value as Fields;
}

/** The fields of a form, multipart or urlencoded; a field that comes twice is a list. */
export async function readForm(request: IncomingMessage): Promise<Fields> {
  if (!hasBody(request)) return {};
  const { type, charset } = mediaType(request);
  if (type === 'application/x-www-form-urlencoded') {
    checkCharset(charset);
    return gather(new URLSearchParams(decode(await readBytes(request))));
  }
  if (type !== 'multipart/form-data') throw new AvaError('unsupported_media_type', { detail: 'Please send a form.' });
  return gather(await multipartFields(request));
}

function gather(pairs: Iterable<[string, string]>): Fields {
  const fields = new Map<string, unknown>();
  for (const [name, value] of pairs) {
    const before = fields.get(name);
    fields.set(name, before === undefined ? value : [before, value].flat());
  }
  return Object.fromEntries(fields);
}

function multipartFields(request: IncomingMessage): Promise<[string, string][]> {
  return new Promise((resolve, reject) => {
    const pairs: [string, string][] = [];
    const parser = parserFor(request, { fieldSize: MAX_BODY_BYTES, fields: MAX_FIELDS, files: 0 });
    const fail = (error: AvaError) => {
      release();
      request.unpipe(parser);
      reject(error);
    };
    const release = guardBody(request, LIMITS, fail);
    parser.on('field', (name, value) => pairs.push([name, value]));
    parser.on('fieldsLimit', () => fail(new AvaError('bad_request', { detail: 'The form has too many fields.' })));
    parser.on('error', (cause) => fail(new AvaError('bad_request', { detail: 'The form could not be read.', cause })));
    parser.on('close', () => {
      release();
      resolve(pairs);
    });
    request.pipe(parser);
  });
}

/** A multipart parser that keeps a file's name as it came; what is no multipart at all is a bad request. */
export function parserFor(request: IncomingMessage, limits: busboy.Limits): busboy.Busboy {
  try {
    return busboy({
      headers: request.headers,
      limits: { ...limits, parts: MAX_FIELDS },
      defParamCharset: 'utf8',
      preservePath: true,
    });
  } catch (cause) {
    throw new AvaError('bad_request', { detail: 'The form could not be read.', cause });
  }
}
