import type { IncomingMessage, ServerResponse } from 'node:http';
import { everyAnswer, JSON_TYPE, sendText } from '../../../api/platform/answer.ts';

/** Answers a request with JSON, or with only a status. */
export function answer(request: IncomingMessage, response: ServerResponse, status: number, body?: unknown): void {
  if (response.headersSent || response.destroyed) return;
  if (body === undefined) sendText(request, response, status, '', everyAnswer);
  else sendText(request, response, status, JSON.stringify(body), { ...everyAnswer, 'Content-Type': JSON_TYPE });
}
