import type { IncomingMessage, ServerResponse } from 'node:http';

import { isObject, parseNumber, invalidType } from '#sandbox/models/openai/validation.ts';
import { readRecordedCase } from '#sandbox/models/recordedCases.ts';
import { parseProvider } from '#sandbox/models/strictness.ts';
import { readJson, sendJson } from '#sandbox/models/openai/http.ts';
import type { ServerContext } from '#sandbox/models/serverContext.ts';

type Control = (context: ServerContext, req: IncomingMessage, res: ServerResponse) => Promise<void> | void;

/** The controls for tests, by method and path. They need no key. */
export const controls: Record<string, Control> = {
  'POST /_sandbox/scenario': async ({ scenarios }, req, res) => {
    scenarios.add((await readJson(req)).body);
    sendJson(res, 200, { ok: true });
  },
  'POST /_sandbox/pace': async ({ pace }, req, res) => {
    const { body } = await readJson(req);
    if (!isObject(body)) throw invalidType('body', 'an object', body);
    const ms = parseNumber(body, 'ms', { min: 0 });
    const wordsPerDelta = parseNumber(body, 'wordsPerDelta', { min: 1, integer: true });
    Object.assign(pace, ms === undefined ? {} : { ms }, wordsPerDelta === undefined ? {} : { wordsPerDelta });
    sendJson(res, 200, pace);
  },
  /**
   * `{ provider }`: from now on, refuses the requests that this provider refuses; null restores the sandbox's own
   * rules.
   */
  'POST /_sandbox/strictness': async (context, req, res) => {
    const { body } = await readJson(req);
    if (!isObject(body)) throw invalidType('body', 'an object', body);
    context.provider = body['provider'] === null ? null : parseProvider(body['provider']);
    sendJson(res, 200, { provider: context.provider });
  },
  /** `{ name }`: answers every chat completion with this case of `tests/world/models/cases` from now on; null ends it. */
  'POST /_sandbox/case': async (context, req, res) => {
    const { body } = await readJson(req);
    if (!isObject(body)) throw invalidType('body', 'an object', body);
    context.recordedCase = body['name'] === null ? null : readRecordedCase(body['name']);
    sendJson(res, 200, { title: context.recordedCase?.title ?? null });
  },
  'POST /_sandbox/reset': (context, _req, res) => {
    const { pace, initialPace, scenarios, requestLog } = context;
    Object.assign(pace, initialPace);
    context.provider = context.initialProvider;
    context.recordedCase = context.initialCase;
    scenarios.reset();
    requestLog.reset();
    sendJson(res, 200, { ok: true });
  },
  'GET /_sandbox/requests': ({ requestLog }, _req, res) => sendJson(res, 200, { requests: requestLog.list() }),
};
