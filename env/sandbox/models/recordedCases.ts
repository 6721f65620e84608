import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerResponse } from 'node:http';

import { badRequest } from './openai/apiError.ts';

/** What a real model server answered, as a file in `tests/world/models/cases` records it. */
export type RecordedReply = {
  status?: number;
  headers?: Record<string, string>;
  /** The lines of a stream. */
  stream?: string[];
  json?: unknown;
  /** A body that is sent as it is. */
  text?: string;
  /** Whether the connection stays open after the last line. */
  open?: boolean;
  /** Pause after the first event of a stream, in ms. */
  pauseMs?: number;
  /** Comments that come every 50 ms before the stream. */
  comments?: number;
  /** Whether nothing comes, not even headers. */
  silent?: boolean;
};

/** A reply with its public source. The server refuses what `provider` refuses. */
export type RecordedCase = { title: string; source: string; provider?: string; reply: RecordedReply };

const folder = join(import.meta.dirname, '../../../tests/world/models/cases');

function listRecordedCases(): string[] {
  return readdirSync(folder).map((file) => file.replace(/\.json$/, ''));
}

/** Throws ApiError if no file has this name in `tests/world/models/cases`. */
export function readRecordedCase(name: unknown): RecordedCase {
  const known = listRecordedCases();
  if (typeof name !== 'string' || !known.includes(name))
    throw badRequest(`Unknown case '${String(name)}'. Known: ${known.join(', ')}.`, 'name');
  return JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as RecordedCase;
}

export function sendRecordedReply(res: ServerResponse, reply: RecordedReply): void {
  const { status = 200, headers, stream, text, json, silent } = reply;
  if (silent) return;
  const type = stream ? 'text/event-stream' : 'application/json';
  res.writeHead(status, { 'content-type': type, ...headers });
  if (stream) sendLines(res, reply, stream);
  else res.end(text ?? JSON.stringify(json));
}

function sendLines(res: ServerResponse, reply: RecordedReply, lines: readonly string[]): void {
  const { comments = 0, pauseMs = 0, open = false } = reply;
  const end = (text: string) => (open ? res.write(text) : res.end(text));
  const text = lines.join('\n');
  if (pauseMs > 0) {
    const length = text.indexOf('\n\n') + 2;
    res.write(text.slice(0, length));
    setTimeout(() => end(text.slice(length)), pauseMs);
    return;
  }
  let sent = 0;
  const sendNext = () => {
    if (sent === comments) return end(text);
    sent += 1;
    res.write(': processing\n\n');
    return setTimeout(sendNext, 50);
  };
  sendNext();
}
