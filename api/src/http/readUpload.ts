import type { IncomingMessage } from 'node:http';
import type { Busboy } from 'busboy';
import type { Readable } from 'node:stream';
import { AvaError } from '#contract/errors.ts';
import { MAX_FILE_BYTES, UPLOAD_BYTES_PER_SECOND } from '#contract/limits.ts';
import { guardBody, type BodyLimits } from '#platform/guardBody.ts';
import { getMediaType } from '#platform/readJson.ts';
import type { UploadedFile } from '#api/files/startExtraction.ts';
import { createMultipartParser } from './readBody.ts';

interface Upload {
  fields: Record<string, unknown>;
  file: UploadedFile;
}

const MAX_FIELD_BYTES = 4_096;
/** Allowed in a form besides the file: fields, boundaries, headers. */
const MAX_OTHER_BYTES = 1_048_576;
const LIMITS: BodyLimits = {
  maxBytes: MAX_FILE_BYTES + MAX_OTHER_BYTES,
  sizeError: 'file_too_large',
  bytesPerSecond: UPLOAD_BYTES_PER_SECOND,
};

/**
 * Streams the file of a form to `put` without loading it into memory. If `put` throws, because the file is too large, no more
 * of the form is read.
 */
export async function readUpload(
  request: IncomingMessage,
  put: (bytes: Readable) => Promise<{ sha256: string; size: number }>,
): Promise<Upload> {
  if (getMediaType(request) !== 'multipart/form-data') {
    throw new AvaError('unsupported_media_type', { detail: 'Please send the file as a form.' });
  }
  const fields: [string, unknown][] = [];
  let stored: Promise<UploadedFile> | null = null;
  const handleParts = (parser: Busboy, fail: (error: unknown) => void) => {
    parser.on('field', (name, value) => fields.push([name, value]));
    parser.on('file', (_field, stream, info) => {
      // `put` can still be opening a file; without a listener, the error of an interrupted form would end the process.
      stream.on('error', () => undefined);
      stored = put(stream).then((blob) => ({ name: info.filename ?? '', claimedType: info.mimeType, ...blob }));
      stored.catch(fail);
    });
  };
  await parseForm(request, handleParts);
  if (!stored) throw new AvaError('bad_request', { detail: 'The form holds no file.' });
  return { fields: Object.fromEntries(fields), file: await (stored as Promise<UploadedFile>) };
}

/** Resolves when the whole form is parsed. After an error, parsing stops. */
function parseForm(
  request: IncomingMessage,
  handleParts: (parser: Busboy, fail: (error: unknown) => void) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      release();
      request.unpipe(parser);
      // Also stops storing the file.
      parser.destroy();
      reject(error);
    };
    const limits = { files: 1, fileSize: MAX_FILE_BYTES + 1, fieldSize: MAX_FIELD_BYTES };
    const parser = createMultipartParser(request, limits, fail);
    const release = guardBody(request, LIMITS, fail);
    handleParts(parser, fail);
    parser.on('close', () => {
      release();
      resolve();
    });
    request.pipe(parser);
  });
}
