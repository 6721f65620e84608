import type { IncomingMessage } from 'node:http';
import busboy from 'busboy';
import { AvaError } from '#contract/errors.ts';
import { MAX_BODY_BYTES } from '#contract/limits.ts';
import { hasBody } from '#platform/response.ts';
import { guardBody, type BodyLimits } from '#platform/guardBody.ts';
import { getMediaType, readJson, readText } from '#platform/readJson.ts';

/** Maximum number of fields in a form or a query; no call has more than ten. */
export const MAX_FIELDS = 100;

type Fields = Record<string, unknown>;

const LIMITS: BodyLimits = { maxBytes: MAX_BODY_BYTES, sizeError: 'too_large' };

/** How a body is read, besides its size. */
export type BodyReading = Pick<BodyLimits, 'countBytes' | 'timeoutMs' | 'bytesPerSecond'>;

/** Reads a JSON object. A missing body is an empty object. */
export async function readJsonObject(request: IncomingMessage, reading: BodyReading = {}): Promise<Fields> {
  if (!hasBody(request)) return {};
  const value = await readJson(request, { ...LIMITS, ...reading });
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new AvaError('bad_request', { detail: 'The request must be a JSON object.' });
  }
  return value as Fields;
}

/** Reads the fields of a form, multipart or urlencoded. A repeated field is a list. */
export async function readForm(request: IncomingMessage, reading: BodyReading = {}): Promise<Fields> {
  if (!hasBody(request)) return {};
  const type = getMediaType(request);
  const limits = { ...LIMITS, ...reading };
  if (type === 'application/x-www-form-urlencoded') return groupByName(parsePairs(await readText(request, limits)));
  if (type !== 'multipart/form-data') throw new AvaError('unsupported_media_type', { detail: 'Please send a form.' });
  return groupByName(await readMultipartFields(request, limits));
}

/** Parses urlencoded text. Throws `bad_request` for more than MAX_FIELDS fields. */
export function parsePairs(text: string): URLSearchParams {
  // The fields are counted before parsing: six megabytes of `a&` would become three million fields.
  let fields = 1;
  for (let index = text.indexOf('&'); index >= 0; index = text.indexOf('&', index + 1)) {
    fields += 1;
    if (fields > MAX_FIELDS) throw createTooManyFields();
  }
  return new URLSearchParams(text);
}

function groupByName(pairs: Iterable<[string, string]>): Fields {
  const fields = new Map<string, string[]>();
  for (const [name, value] of pairs) {
    const values = fields.get(name);
    if (values) values.push(value);
    else fields.set(name, [value]);
  }
  return Object.fromEntries([...fields].map(([name, values]) => [name, values.length === 1 ? values[0] : values]));
}

function readMultipartFields(request: IncomingMessage, limits: BodyLimits): Promise<[string, string][]> {
  return new Promise((resolve, reject) => {
    const pairs: [string, string][] = [];
    const fail = (error: AvaError) => {
      release();
      request.unpipe(parser);
      reject(error);
    };
    const parser = createMultipartParser(request, { fieldSize: MAX_BODY_BYTES, fields: MAX_FIELDS, files: 0 }, fail);
    const release = guardBody(request, limits, fail);
    parser.on('field', (name, value) => pairs.push([name, value]));
    parser.on('close', () => {
      release();
      resolve(pairs);
    });
    request.pipe(parser);
  });
}

/**
 * A multipart parser that keeps file names unchanged and stops at MAX_FIELDS parts.
 * @param fail called if the form has too many parts or is not multipart
 */
export function createMultipartParser(
  request: IncomingMessage,
  limits: busboy.Limits,
  fail: (error: AvaError) => void,
): busboy.Busboy {
  try {
    const parser = busboy({
      headers: request.headers,
      limits: { ...limits, parts: MAX_FIELDS },
      defParamCharset: 'utf8',
      preservePath: true,
    });
    const onLimit = () => fail(createTooManyFields());
    parser.on('fieldsLimit', onLimit).on('partsLimit', onLimit);
    return parser.on('error', (cause) => fail(createUnreadable(cause)));
  } catch (cause) {
    throw createUnreadable(cause);
  }
}

const createTooManyFields = () => new AvaError('bad_request', { detail: 'The form has too many fields.' });

const createUnreadable = (cause: unknown) =>
  new AvaError('bad_request', { detail: 'The form could not be read.', cause });
