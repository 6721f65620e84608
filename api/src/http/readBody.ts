import type { IncomingMessage } from 'node:http';
import busboy from 'busboy';
import { AvaError } from '../../contract/errors.ts';
import { MAX_BODY_BYTES, MAX_FIELDS } from '../../contract/limits.ts';
import { hasBody } from '../../platform/response.ts';
import { guardBody, type BodyLimits } from '../../platform/guardBody.ts';
import { mediaTypeOf, readJson, readText } from '../../platform/readJson.ts';

type Fields = Record<string, unknown>;

const LIMITS: BodyLimits = { maxBytes: MAX_BODY_BYTES, tooMuch: 'too_large' };

/** A JSON object; an empty body is an empty object. */
export async function readJsonObject(request: IncomingMessage): Promise<Fields> {
  if (!hasBody(request)) return {};
  const value = await readJson(request, LIMITS);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new AvaError('bad_request', { detail: 'The request must be a JSON object.' });
  }
  return value as Fields;
}

/** The fields of a form, multipart or urlencoded; a field that comes twice is a list. */
export async function readForm(request: IncomingMessage): Promise<Fields> {
  if (!hasBody(request)) return {};
  const type = mediaTypeOf(request);
  if (type === 'application/x-www-form-urlencoded') return gather(parsePairs(await readText(request, LIMITS)));
  if (type !== 'multipart/form-data') throw new AvaError('unsupported_media_type', { detail: 'Please send a form.' });
  return gather(await multipartFields(request));
}

/** Names and values of an urlencoded text. Throws `bad_request` when there are more than MAX_FIELDS. */
export function parsePairs(text: string): URLSearchParams {
  // They are counted first: six megabytes of `a&` would become three million fields.
  let fields = 1;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
    fields += 1;
    if (fields > MAX_FIELDS) throw tooManyFields();
  }
  return new URLSearchParams(text);
}

function gather(pairs: Iterable<[string, string]>): Fields {
  const fields = new Map<string, string[]>();
  for (const [name, value] of pairs) {
    const values = fields.get(name);
    if (values) values.push(value);
    else fields.set(name, [value]);
  }
  return Object.fromEntries([...fields].map(([name, values]) => [name, values.length === 1 ? values[0] : values]));
}

function multipartFields(request: IncomingMessage): Promise<[string, string][]> {
  return new Promise((resolve, reject) => {
    const pairs: [string, string][] = [];
    const fail = (error: AvaError) => {
      release();
      request.unpipe(parser);
      reject(error);
    };
    const parser = parserFor(request, { fieldSize: MAX_BODY_BYTES, fields: MAX_FIELDS, files: 0 }, fail);
    const release = guardBody(request, LIMITS, fail);
    parser.on('field', (name, value) => pairs.push([name, value]));
    parser.on('close', () => {
      release();
      resolve(pairs);
    });
    request.pipe(parser);
  });
}

/**
 * A multipart parser that keeps a file's name as it came and stops at MAX_FIELDS parts.
 * @param fail called with a form that has too many parts or is not multipart
 */
export function parserFor(
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
    const tooMany = () => fail(tooManyFields());
    parser.on('fieldsLimit', tooMany).on('partsLimit', tooMany);
    return parser.on('error', (cause) => fail(unreadable(cause)));
  } catch (cause) {
    throw unreadable(cause);
  }
}

const tooManyFields = () => new AvaError('bad_request', { detail: 'The form has too many fields.' });

const unreadable = (cause: unknown) => new AvaError('bad_request', { detail: 'The form could not be read.', cause });
