import type { IncomingMessage } from 'node:http';
import { AvaError } from '../../contract/errors.ts';
import { MAX_FILE_BYTES } from '../../contract/limits.ts';
import type { Blobs } from '../storage/blobs.ts';
import type { Uploaded } from '../files/upload.ts';
import { parserFor } from './readBody.ts';

export interface Upload {
  fields: Record<string, unknown>;
  file: Uploaded;
}

const MAX_FIELD_BYTES = 4_096;

/**
 * Streams the one file of a form into the blobs, never through memory whole. Throws `file_too_large` as soon as more than
 * 70 MB have come, and keeps nothing of it.
 */
export async function readUpload(request: IncomingMessage, blobs: Blobs): Promise<Upload> {
  if (!(request.headers['content-type'] ?? '').toLowerCase().startsWith('multipart/form-data')) {
    throw new AvaError('unsupported_media_type', { detail: 'Please send the file as a form.' });
  }
  const parser = parserFor(request, { files: 1, fileSize: MAX_FILE_BYTES + 1, fieldSize: MAX_FIELD_BYTES });
  const fields: Record<string, unknown> = {};
  let stored: Promise<Uploaded> | null = null;

  const parsed = new Promise<void>((resolve, reject) => {
    parser.on('field', (name, value) => {
      if (name !== '__proto__') fields[name] = value;
    });
    parser.on('file', (_field, stream, info) => {
      stored = blobs
        .put(stream, { maxBytes: MAX_FILE_BYTES })
        .then(({ sha256, size }) => ({ name: nameOf(info.filename), claimedType: info.mimeType, sha256, size }));
      stored.catch(reject);
    });
    parser.on('error', (cause) => reject(new AvaError('bad_request', { cause })));
    parser.on('close', resolve);
    request.on('aborted', () => {
      parser.destroy(new Error('the sender went away'));
      reject(new AvaError('bad_request', { detail: 'The upload was broken off.' }));
    });
  });
  request.pipe(parser);
  try {
    await parsed;
    if (!stored) throw new AvaError('bad_request', { detail: 'The form holds no file.' });
    return { fields, file: await (stored as Promise<Uploaded>) };
  } catch (error) {
    request.unpipe(parser);
    parser.destroy();
    if (hasCode(error, 'blob_too_large')) throw new AvaError('file_too_large', { cause: error });
    throw error;
  }
}

/** A name without a folder, as it was given otherwise: it is only ever shown, never a path. */
function nameOf(name: string | undefined): string {
  const last = (name ?? '').split(/[\\/]/).at(-1)?.replaceAll('\u0000', '') ?? '';
  return last === '' ? 'file' : last.slice(0, 1_024);
}

function hasCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}
