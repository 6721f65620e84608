import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname } from 'node:path';
import { sendJson } from '../../server/httpsServer.ts';
import { BadRequest, readBytes } from '../../server/requestBody.ts';
import { FILE_DOWNLOAD, type Attachment } from './activity.ts';

/** As much as AVA takes. */
const MOST_BYTES = 73_400_320;

interface Kept {
  name: string;
  bytes: Buffer;
}

/** Files that people attach in a personal chat: Teams puts them on OneDrive and gives the bot a link to them. */
export class FileShelf {
  readonly #files = new Map<string, Kept>();
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  keep(name: string, bytes: Buffer): string {
    const id = randomUUID();
    this.#files.set(id, { name, bytes });
    return id;
  }

  /** Reads an upload and answers its id. Only `application/octet-stream`: no page of another origin can send that unasked. */
  async take(request: IncomingMessage, response: ServerResponse, name: string | null): Promise<void> {
    if (!name || request.headers['content-type'] !== 'application/octet-stream') {
      throw new BadRequest('A file comes with its name in the address, as application/octet-stream.');
    }
    sendJson(response, 200, { id: this.keep(name, await readBytes(request, MOST_BYTES)) });
  }

  /** The attachment that tells a bot of a file. Throws BadRequest when there is none with this id. */
  attachment(id: string): Attachment {
    const file = this.#files.get(id);
    if (!file) throw new BadRequest(`There is no file ${id}.`);
    const url = `${this.#url}/files/${id}/${encodeURIComponent(file.name)}`;
    const content = { downloadUrl: url, uniqueId: id, fileType: extname(file.name).slice(1).toLowerCase() };
    return { contentType: FILE_DOWNLOAD, contentUrl: url, name: file.name, content };
  }

  /** The attachment of a pasted image: it lies at the connector, which gives it to the bot alone. */
  image(id: string): Attachment {
    const file = this.#files.get(id);
    if (!file) throw new BadRequest(`There is no file ${id}.`);
    return { contentType: 'image/*', contentUrl: `${this.#url}/teams/v3/attachments/${id}/views/original` };
  }

  /** Gives a file to whoever has its link, as a pre-authenticated link of OneDrive does. */
  give(response: ServerResponse, id: string): void {
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
