import type { IncomingMessage } from 'node:http';
import { AvaError } from '../../contract/errors.ts';
import { MAX_FILE_BYTES } from '../../contract/limits.ts';
import type { Blobs } from '../storage/blobs.ts';
import type { Uploaded } from '../files/upload.ts';
import { guardBody } from './guardBody.ts';
import { parserFor } from './readBody.ts';

export interface Upload {
  fields: Record<string, unknown>;
  file: Uploaded;
}

const MAX_FIELD_BYTES = 4_096;
/** What a form may hold beside its file: fields, boundaries, headers. */
const MAX_AROUND_BYTES = 1_048_576;

/**
 * Streams the one file of a form into the blobs, never through memory whole. Throws `file_too_large` as soon as more than
 * 70 MB have come, and keeps nothing of it.
 */
export async function readUpload(request: IncomingMessage, blobs: Blobs): Promise<Upload> {
  if (!(request.headers['content-type'] ?? '').toLowerCase().startsWith('multipart/form-data')) {
    throw new AvaError('unsupported_media_type', { detail: 'Please send the file as a form.' });
  }
  const parser = parserFor(request, { files: 1, fileSize: MAX_FILE_BYTES + 1, fieldSize: MAX_FIELD_BYTES });
  const fields: [string, unknown][] = [];
  let stored: Promise<Uploaded> | null = null;

  const parsed = new Promise<void>((resolve, reject) => {
    const release = guardBody(
      request,
      { maxBytes: MAX_FILE_BYTES + MAX_AROUND_BYTES, tooMuch: 'file_too_large' },
      (error) => {
        parser.destroy(error);
        reject(error);
      },
    );
    parser.on('field', (name, value) => fields.push([name, value]));
    parser.on('file', (_field, stream, info) => {
      stored = blobs
        .put(stream, { maxBytes: MAX_FILE_BYTES })
        .then(({ sha256, size }) => ({ name: info.filename ?? '', claimedType: info.mimeType, sha256, size }));
      stored.catch((error: unknown) => {
        release();
        reject(error);
      });
    });
    parser.on('error', (cause) => {
      release();
      reject(new AvaError('bad_request', { detail: 'The form could not be read.', cause }));
    });
    parser.on('close', () => {
      release();
      resolve();
    });
  });
  request.pipe(parser);
  try {
    await parsed;
    if (!stored) throw new AvaError('bad_request', { detail: 'The form holds no file.' });
    return { fields: Object.fromEntries(fields), file: await (stored as Promise<Uploaded>) };
  } catch (error) {
    request.unpipe(parser);
    parser.destroy();
    if (hasCode(error, 'blob_too_large')) throw new AvaError('file_too_large', { cause: error });
    throw error;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}
