import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname } from 'node:path';
import { sendJson } from '#sandbox/server/httpsServer.ts';
import { BadRequest, readBytes } from '#sandbox/server/requestBody.ts';
import { FILE_DOWNLOAD, type Attachment } from './activity.ts';

/** AVA's limit for a file. */
const MAX_BYTES = 73_400_320;

interface StoredFile {
  name: string;
  bytes: Buffer;
}

/** Files that people attach in a personal chat. Teams stores them on OneDrive and sends a link to the bot. */
export class UploadedFiles {
  readonly #files = new Map<string, StoredFile>();
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  add(name: string, bytes: Buffer): string {
    const id = randomUUID();
    this.#files.set(id, { name, bytes });
    return id;
  }

  /** Receives an upload. Requires `application/octet-stream`: other origins cannot send it without a CORS preflight. */
  async receive(request: IncomingMessage, response: ServerResponse, name: string | null): Promise<void> {
    if (!name || request.headers['content-type'] !== 'application/octet-stream') {
      throw new BadRequest('An upload needs the file name in the address and application/octet-stream.');
    }
    sendJson(response, 200, { id: this.add(name, await readBytes(request, MAX_BYTES)) });
  }

  /** Creates the attachment with the link to a file. Throws BadRequest for an unknown id. */
  createFileAttachment(id: string): Attachment {
    const file = this.#files.get(id);
    if (!file) throw new BadRequest(`There is no file ${id}.`);
    const url = `${this.#url}/files/${id}/${encodeURIComponent(file.name)}`;
    const content = { downloadUrl: url, uniqueId: id, fileType: extname(file.name).slice(1).toLowerCase() };
    return { contentType: FILE_DOWNLOAD, contentUrl: url, name: file.name, content };
  }

  /** Creates the attachment of a pasted image. Only the bot can get the image, from the connector. */
  createImageAttachment(id: string): Attachment {
    const file = this.#files.get(id);
    if (!file) throw new BadRequest(`There is no file ${id}.`);
    return { contentType: 'image/*', contentUrl: `${this.#url}/teams/v3/attachments/${id}/views/original` };
  }

  /** Sends a file to anyone with its link, like a pre-authenticated link of OneDrive. */
  send(response: ServerResponse, id: string): void {
    const file = this.#files.get(id);
    if (!file) return sendJson(response, 404, { error: 'not_found' });
    response.writeHead(200, {
      'content-type': 'application/octet-stream',
      'content-length': file.bytes.length,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
      'x-content-type-options': 'nosniff',
    });
    response.end(file.bytes);
  }
}
