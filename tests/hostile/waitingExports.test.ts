import { request as httpRequest } from 'node:http';
import { addressOf } from '#contract/client.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { draftHtml } from '#contract/exports/emailDrafts.ts';
import { exportHtml, getDocx, getPdf } from '#contract/exports/exports.ts';
import {
  checkFit,
  createSections,
  exportPresentation,
  generatePresentation,
  getLayouts,
  ingestTemplate,
} from '#contract/exports/presentations.ts';
import { UPLOADS_PER_PERSON } from '#contract/limits.ts';
import { EXPORT_TIMEOUT_MS } from '#api/exports/writing/messages.ts';
import { DOCUMENTS_PER_PERSON } from '#api/policies/personLimits.ts';
import { saveSettings } from '#contract/settings.ts';
import { templateErrors } from '#api/presentations/template/templateErrors.ts';
import { findChildProcessIds, haltChild } from '#tests/harness/app/childProcessIds.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { send } from '#tests/harness/http/request.ts';
import { expectHealthyProcess } from '#tests/harness/http/responseChecks.ts';

const JSON_TYPE = 'application/json';
const MULTIPART = 'multipart/form-data; boundary=x';
const FILE_START = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pptx"\r\n\r\nPK';
/** Part of the command line of the process that writes a document: `writer.cjs` or `writing/child.ts`. */
const WRITER = 'writ';
/** Part of the command line of the process that makes slides. */
const PRESENTATIONS = 'presentations';
/** Bytes of a body that is almost as large as is accepted. */
const LARGE = 6_000_000;
/** How long to wait for a call that should be refused at once. */
const PATIENCE_MS = 5_000;
const refusal = { status: 429, json: { code: 'too_many_requests' } };

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
afterEach(() => expectHealthyProcess(app));

interface OpenCall {
  /** Status of the response; null while there is none. */
  status: number | null;
  leave(): void;
}

/** Starts a call and sends the start of its body, which never ends. */
async function startCall(person: string, endpoint: Endpoint, type: string, start: string | Buffer): Promise<OpenCall> {
  const call = httpRequest(`${app.url.replace('localhost', '127.0.0.1')}${addressOf(endpoint, {})}`, {
    method: endpoint.method,
    agent: false,
    headers: {
      authorization: `Bearer ${await app.getToken({ person })}`,
      'content-type': type,
      'content-length': String(LARGE + 1),
    },
  });
  const open: OpenCall = { status: null, leave: () => call.destroy() };
  call.on('error', () => undefined);
  call.on('response', (response) => (open.status = response.resume().statusCode ?? 0));
  await new Promise<void>((resolve) => call.write(start, () => resolve()));
  return open;
}

/** Makes a short document as a person. */
async function makeDocument(person: string, endpoint: typeof getPdf = getDocx) {
  const headers = { authorization: `Bearer ${await app.getToken({ person })}`, 'content-type': JSON_TYPE };
  const body = JSON.stringify({ content: 'Tea is at four.', title: 'Tea' });
  return send(app.url, { method: 'POST', path: endpoint.path, headers, body });
}

const documentCalls = [getPdf, getDocx, exportHtml, draftHtml, createSections, checkFit, generatePresentation, exportPresentation]; // prettier-ignore

/** @proves threat:waiting-work call:getPdf call:getDocx */
it("Cleo's calls that make documents count together; one more is refused at once, and Ada is not affected", async () => {
  expect(documentCalls).toHaveLength(DOCUMENTS_PER_PERSON);
  const headers = { authorization: `Bearer ${await app.getToken({ person: 'cleo' })}`, 'content-type': JSON_TYPE };
  const body = JSON.stringify({ content: 'Tea is at four.', title: 'Tea' });
  await eventually(async () => {
    const open = await Promise.all(documentCalls.map((endpoint) => startCall('cleo', endpoint, JSON_TYPE, '{"')));
    try {
      // A call that arrives before the others is not refused but waits. The next attempt then starts with new calls.
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const refused = await fetch(`${app.url}${getDocx.path}`, { method: 'POST', headers, body, signal });
      expect({ status: refused.status, json: await refused.json() }).toMatchObject(refusal);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      await expect(app.as('cleo').call(getLayouts, {})).rejects.toMatchObject({ code: 'too_many_requests' });
      expect((await makeDocument('ada')).status).toBe(200);
    } finally {
      for (const { leave } of open) leave();
    }
  });
  await eventually(async () => expect((await makeDocument('cleo')).status).toBe(200));
});

/** @proves threat:abandoned-work */
it("Ben's document is no longer written after he has left", async () => {
  const listChildren = () => findChildProcessIds(app.getPid(), WRITER);
  const known = listChildren();
  const controller = new AbortController();
  const headers = { authorization: `Bearer ${await app.getToken({ person: 'ben' })}`, 'content-type': JSON_TYPE };
  const body = JSON.stringify({ content: 'Tea is at four.', title: 'Tea' });
  const url = `${app.url}${getDocx.path}`;
  const reply = fetch(url, { method: 'POST', headers, body, signal: controller.signal });
  reply.catch(() => undefined);
  // The process is halted, so it can't finish: only the abort or its time limit can end it.
  const child = await haltChild(app.getPid(), WRITER, known);
  controller.abort();
  await expect(reply).rejects.toThrow();
  await eventually(() => expect(listChildren()).not.toContain(child), { withinMs: EXPORT_TIMEOUT_MS / 2 });
  expect((await makeDocument('ben')).status).toBe(200);
});

/** @proves threat:export-limits */
it("Cleo's slides are made in a separate process, whose end ends only her call", async () => {
  const sections = app.as('cleo').call(createSections, { content: '# Tea\n\nTea is at four.' });
  sections.catch(() => undefined);
  process.kill(await haltChild(app.getPid(), PRESENTATIONS), 'SIGKILL');
  await expect(sections).rejects.toMatchObject({ code: 'not_exportable', detail: templateErrors.interrupted });
  expect((await makeDocument('cleo')).status).toBe(200);
});

/** @proves threat:endless-bodies */
it("Dev's bodies that never end hold a bounded part of the memory, and Ada is not affected", async () => {
  const start = Buffer.from(`{"settings":"${' '.repeat(LARGE - 20)}`);
  const open = await Promise.all([1, 2, 3].map(() => startCall('dev', saveSettings, JSON_TYPE, start)));
  await eventually(() => expect(open.map(({ status }) => status)).toContain(429));
  expect(open.filter(({ status }) => status === null)).toHaveLength(2);
  expect((await makeDocument('ada')).status).toBe(200);
  for (const { leave } of open) leave();
  await eventually(async () => {
    const more = await startCall('dev', saveSettings, JSON_TYPE, start);
    more.leave();
    expect((await makeDocument('dev')).status).toBe(200);
  });
});

/** @proves threat:endless-bodies */
it('Elif can upload only a few templates that never end, and nothing of them is left after she has gone', async () => {
  const start = () => startCall('elif', ingestTemplate, MULTIPART, FILE_START);
  const open = await Promise.all(Array.from({ length: UPLOADS_PER_PERSON + 2 }, start));
  await eventually(() => expect(open.filter(({ status }) => status === 429)).toHaveLength(2));
  for (const { leave } of open) leave();
  await eventually(async () => {
    const next = await start();
    expect(next.status).toBeNull();
    next.leave();
  });
});
