import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import { endWhenStalled } from './sendBytes.ts';
import type { Request, Response } from './server.ts';

const compress = promisify(gzip);
/** Characters of a large reply, which is worth compressing, such as a library of thousands of prompts. */
const MIN_COMPRESSED = 100_000;

/** Sends a value as JSON; a large one compressed, if the client can read that. */
export async function sendJson(request: Request, response: Response, value: unknown): Promise<void> {
  const text = JSON.stringify(value);
  const headers = { 'Content-Type': 'application/json; charset=utf-8' };
  const isLarge = text.length >= MIN_COMPRESSED;
  const isCompressed = isLarge && /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
  if (isLarge) endWhenStalled(response);
  if (!isCompressed) {
    response.writeHead(200, headers);
    response.end(text);
    return;
  }
  const body = await compress(text, { level: constants.Z_BEST_SPEED });
  response.writeHead(200, { ...headers, 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' });
  response.end(body);
}
