import { setTimeout as wait } from 'node:timers/promises';
import type { ServerResponse } from 'node:http';

import { invalidKey, rateLimited, serverError } from '#sandbox/models/openai/apiError.ts';
import { MALFORMED_FRAME, DONE_FRAME } from '#sandbox/models/streaming/frames.ts';
import { openEventStream } from '#sandbox/models/openai/http.ts';
import type { Scenario } from './scenarios.ts';

const HTML_PAGE =
  '<!doctype html><html><head><title>Sign in</title></head><body><h1>Sign in to the network</h1></body></html>';

/**
 * Applies the scenarios that replace or delay a whole response. Returns true if the caller must not send anything.
 * Throws ApiError for the scenarios that are error replies.
 */
export async function applyFault(
  res: ServerResponse,
  scenario: Scenario,
  stream: boolean,
  disconnect: AbortSignal,
): Promise<boolean> {
  switch (scenario.name) {
    case '429':
      throw rateLimited(scenario.retryAfter);
    case '500':
      throw serverError(scenario.status);
    case '401':
      throw invalidKey();
    case 'late':
      await wait(scenario.ms, undefined, { signal: disconnect });
      return false;
    case 'silence':
      openResponse(res, stream);
      res.flushHeaders();
      return true;
    case 'empty':
      res.writeHead(200, { 'content-length': 0 });
      res.end();
      return true;
    case 'html':
      res.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      res.end(HTML_PAGE);
      return true;
    case 'emptyStream':
      openEventStream(res);
      res.end(DONE_FRAME);
      return true;
    default:
      return stream ? false : sendBrokenBody(res, scenario);
  }
}

function openResponse(res: ServerResponse, stream: boolean): void {
  if (stream) openEventStream(res);
  else res.writeHead(200, { 'content-type': 'application/json' });
}

const COMPLETE_BODY = JSON.stringify({ id: 'chatcmpl-broken', object: 'list', data: 'x'.repeat(4000) });

/** Sends the equivalent of a stream's fault in a response that is not streamed. */
function sendBrokenBody(res: ServerResponse, scenario: Scenario): boolean {
  switch (scenario.name) {
    case 'errorAfter':
      throw serverError();
    case 'malformed':
    case 'noEnd':
      res.writeHead(200, { 'content-type': 'application/json' });
      res.end(MALFORMED_FRAME.slice('data: '.length));
      return true;
    case 'cutOff':
      res.writeHead(200, { 'content-type': 'application/json', 'content-length': COMPLETE_BODY.length });
      res.write(COMPLETE_BODY.slice(0, scenario.bytes), () => res.socket?.destroy());
      return true;
    default:
      return false;
  }
}
