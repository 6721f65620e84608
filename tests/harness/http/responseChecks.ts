import { ErrorBody, errors } from '#contract/errors.ts';
import type { Reply } from './request.ts';
import type { TestApp } from '#tests/harness/app/startApp.ts';

/** Internal details that no error must reveal: stacks, files, libraries, engines. */
const INTERNAL = [
  /\n\s+at |node_modules|\.[jt]s\b|file:\/\/|\b\w*Error\b|\bE[A-Z]{4,}\b|\bundefined\b|\bNaN\b/,
  /\b(zod|restify|busboy|pglite|postgres\w*|sqlstate|kysely|pg-?boss|msal|pino)\b|relation "|violates/i,
];

const ERROR_LEVEL = 50;

/**
 * Expects a response that is safe for any request: an error has a code and a sentence and reveals no internal details.
 * @param expected `refused`: only 4xx; `either`: 200 or 4xx
 */
export function expectSafeResponse(reply: Reply, expected: 'refused' | 'either'): void {
  const { status, headers, text } = reply;
  const problems = listHeaderProblems(reply);
  if (!(expected === 'refused' ? /^4\d\d$/ : /^(200|4\d\d)$/).test(`${status}`)) problems.push('status');
  if (!/^no-store\b/.test(headers['cache-control'] ?? '')) problems.push('cache-control');
  if (status >= 400) problems.push(...listErrorProblems(reply));
  // All checks share one expectation, because ten per response would be slow for thousands of responses.
  if (problems.length > 0) expect({ problems, status, headers, text: text.slice(0, 500) }).toBeNull();
}

/** Expects the headers that every response has, and none that reveal the server. */
export function expectPrivateHeaders(reply: Reply): void {
  expect(listHeaderProblems(reply)).toEqual([]);
}

function listHeaderProblems({ headers }: Reply): string[] {
  const revealing = Object.keys(headers).filter((name) =>
    /^(server|x-powered-by|x-request-id|request-id|access-control-.*)$/.test(name),
  );
  if (headers['x-content-type-options'] !== 'nosniff') revealing.push('x-content-type-options');
  if (headers['referrer-policy'] !== 'no-referrer') revealing.push('referrer-policy');
  return revealing;
}

function listErrorProblems({ status, headers, json }: Reply): string[] {
  const problems = [];
  if (headers['content-type'] !== 'application/json; charset=utf-8') problems.push('content-type');
  const body = ErrorBody.strict().safeParse(json);
  if (!body.success) return [...problems, 'body'];
  const { code, detail } = body.data;
  if (errors[code].status !== status) problems.push('code');
  if (!/^\S.{8,300}$/.test(detail) || INTERNAL.some((pattern) => pattern.test(detail))) problems.push('detail');
  return problems;
}

/** How many characters of each app's log have been checked. */
const checkedLengths = new WeakMap<TestApp, number>();

/** Expects that the API process is alive, answers, and has logged no internal error since the last check. */
export async function expectHealthyProcess(app: TestApp): Promise<void> {
  const log = app.readLog();
  const newLines = log.slice(checkedLengths.get(app) ?? 0);
  checkedLengths.set(app, log.length);
  expect(process.kill(app.getPid(), 0)).toBe(true);
  expect((await fetch(`${app.url}/health`)).status).toBe(200);
  expect(findErrorLines(newLines)).toEqual([]);
}

/** Returns the lines of a log that are internal errors, without their stacks. */
export function findErrorLines(log: string): string[] {
  const lines = log.split('\n').filter((line) => /unhandled|uncaught/i.test(line) || getLevel(line) >= ERROR_LEVEL);
  return lines.map((line) => line.replace(/"stack":"(?:[^"\\]|\\.)*",?/g, ''));
}

function getLevel(line: string): number {
  return Number(/^\{"level":(\d+),/.exec(line)?.[1] ?? 0);
}
