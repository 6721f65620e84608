import { ErrorBody, errors } from '../../../api/contract/errors.ts';
import type { Reply } from './request.ts';
import type { TestApp } from '../app/startApp.ts';

/** What tells of AVA's inside: stacks, files, libraries, engines. */
const INTERNAL = [
  /\n\s+at |node_modules|\.[jt]s\b|file:\/\/|\b\w*Error\b|\bE[A-Z]{4,}\b|\bundefined\b|\bNaN\b/,
  /\b(zod|restify|busboy|pglite|postgres\w*|sqlstate|kysely|pg-?boss|msal|pino)\b|relation "|violates/i,
];

const ERROR_LEVEL = 50;

/**
 * An answer as AVA gives it whatever it was asked: what is refused has a code and a sentence and nothing of the inside.
 * @param wanted `refused`: 4xx and nothing else; `either`: taken or refused
 */
export function expectCivil(reply: Reply, wanted: 'refused' | 'either'): void {
  const { status, headers, text } = reply;
  const statuses = wanted === 'refused' ? /^4\d\d$/ : /^(200|4\d\d)$/;
  expect({ status, text: text.slice(0, 500) }).toEqual({ status: expect.any(Number), text: expect.any(String) });
  expect(`${status}`).toMatch(statuses);
  expectPrivate(reply);
  expect(headers['cache-control']).toMatch(/^no-store\b/);
  if (status < 400) return;
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  const { code, detail } = ErrorBody.strict().parse(reply.json);
  expect({ code, status: errors[code].status }).toEqual({ code, status });
  expect(detail).toMatch(/^\S.{8,300}$/);
  for (const word of INTERNAL) expect(detail).not.toMatch(word);
}

/** Headers that every answer has, and those that none has. */
export function expectPrivate({ headers }: Reply): void {
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['referrer-policy']).toBe('no-referrer');
  const telling = Object.keys(headers).filter((name) =>
    /^(server|x-powered-by|x-request-id|request-id|access-control-.*)$/.test(name),
  );
  expect(telling).toEqual([]);
}

/** How far each app's log has been looked through. */
const seen = new WeakMap<TestApp, number>();

/** The process that was there before is there still, answers, and has logged nothing new that is a fault of its own. */
export async function expectUnharmed(app: TestApp): Promise<void> {
  const log = app.logged();
  const fresh = log.slice(seen.get(app) ?? 0);
  seen.set(app, log.length);
  expect(process.kill(app.pid(), 0)).toBe(true);
  expect((await fetch(`${app.url}/health`)).status).toBe(200);
  expect(faultsIn(fresh)).toEqual([]);
}

/** Lines of a log that are errors of the process itself, cut to what matters. */
export function faultsIn(log: string): string[] {
  const lines = log.split('\n').filter((line) => /unhandled|uncaught/i.test(line) || levelOf(line) >= ERROR_LEVEL);
  return lines.map((line) => line.replace(/"stack":"(?:[^"\\]|\\.)*",?/g, ''));
}

function levelOf(line: string): number {
  return Number(/^\{"level":(\d+),/.exec(line)?.[1] ?? 0);
}
