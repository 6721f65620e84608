import type { IncomingMessage, ServerResponse } from 'node:http';
import { commonHeaders, JSON_TYPE, sendText } from '#platform/response.ts';

/** Sends a JSON response; without a body, only the status. Does nothing if a response was sent. */
export function sendJson(request: IncomingMessage, response: ServerResponse, status: number, body?: unknown): void {
  if (response.headersSent || response.destroyed) return;
  if (body === undefined) sendText(request, response, status, '', commonHeaders);
  else sendText(request, response, status, JSON.stringify(body), { ...commonHeaders, 'Content-Type': JSON_TYPE });
}
