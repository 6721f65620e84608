import { randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import type { Client } from '#contract/client.ts';
import { isAvaError } from '#contract/errors.ts';
import { getFileBytes, startFileText, startFileTextFromUrl } from '#contract/files/files.ts';
import { MAX_FILE_BYTES, UPLOADS_PER_PERSON } from '#contract/limits.ts';
import { listBlobs } from '#tests/harness/app/storedBlobs.ts';
import { expectHealthyProcess } from '#tests/harness/http/responseChecks.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { send, type Reply } from '#tests/harness/http/request.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { uploadAndRead, waitForJob } from '#tests/harness/client/uploads.ts';

let app: TestApp;
let ada: Client;

beforeAll(async () => {
  app = await startApp();
  ada = app.as('ada');
});
afterAll(() => app.close());
afterEach(() => expectHealthyProcess(app));

describe('an upload', () => {
  /** Starts an upload and pauses it; `finish` sends the rest. */
  async function startUpload(person: string) {
    const bearer = await app.getToken({ person });
    const call = httpRequest({
      host: '127.0.0.1',
      port: new URL(app.url).port,
      method: 'POST',
      path: startFileText.path,
      agent: false,
    });
    call.setHeader('authorization', `Bearer ${bearer}`).setHeader('content-type', 'multipart/form-data; boundary=x');
    const status = new Promise<number>((resolve, reject) => {
      call.on('response', (response) => resolve(response.resume().statusCode ?? 0)).on('error', reject);
    });
    status.catch(() => undefined);
    call.write('--x\r\nContent-Disposition: form-data; name="file"; filename="slow.txt"\r\n\r\nbeginning ');
    return {
      status,
      leave: () => call.destroy(),
      finish: () => call.end(`${randomBytes(8).toString('hex')}\r\n--x--\r\n`),
    };
  }

  /** @proves threat:person-limits */
  it('is rejected as the fifth of one person, and other people are not affected', async () => {
    const uploads = await Promise.all(Array.from({ length: UPLOADS_PER_PERSON }, () => startUpload('cleo')));
    await eventually(async () => expect((await listBlobs(app)).drafts).toHaveLength(UPLOADS_PER_PERSON));
    const fifth = await uploadBytes('cleo', small);
    expect(fifth).toMatchObject({ status: 429, json: { code: 'too_many_requests' } });
    expect(Number(fifth.headers['retry-after'])).toBeGreaterThan(0);
    expect((await uploadBytes('ben', small)).status).toBe(200);
    for (const upload of uploads) upload.finish();
    expect(await Promise.all(uploads.map((upload) => upload.status))).toEqual([200, 200, 200, 200]);
    expect((await uploadBytes('cleo', small)).status).toBe(200);
  });

  it('from Microsoft 365 is rejected as the fifth of one person, too', async () => {
    const file_url = `${app.urls.graph}/v1.0/drives/b!none/items/none`;
    const start = () => app.as('cleo').call(startFileTextFromUrl, { file_url });
    const codes = await Promise.all(
      Array.from({ length: UPLOADS_PER_PERSON + 1 }, () => start().catch((error) => isAvaError(error) && error.code)),
    );
    expect(codes.toSorted()).toEqual([...Array<string>(UPLOADS_PER_PERSON).fill('not_found'), 'too_many_requests']);
  });

  it('that is aborted leaves no data and makes room for the next one', async () => {
    const before = await listBlobs(app);
    const uploads = await Promise.all(Array.from({ length: UPLOADS_PER_PERSON }, () => startUpload('dev')));
    await eventually(async () => expect((await listBlobs(app)).drafts).toHaveLength(UPLOADS_PER_PERSON));
    for (const upload of uploads) upload.leave();
    await eventually(async () => expect(await listBlobs(app)).toEqual(before));
    await eventually(async () => expect((await uploadBytes('dev', small)).status).toBe(200));
  });

  /** @proves threat:upload-size limit:MAX_FILE_BYTES */
  it('is aborted when it exceeds 70 MB and leaves no data', async () => {
    const before = await listBlobs(app);
    let sent = 0;
    async function* endless() {
      yield head;
      for (; sent < 4 * MAX_FILE_BYTES; sent += piece.length) yield piece;
    }
    const reply = await uploadBytes('elif', endless());
    expect(reply).toMatchObject({ status: 413, json: { code: 'file_too_large' } });
    expect(sent).toBeGreaterThan(MAX_FILE_BYTES);
    expect(sent).toBeLessThan(1.2 * MAX_FILE_BYTES);
    await eventually(async () => expect(await listBlobs(app)).toEqual(before));
  });

  /** @proves threat:upload-size limit:MAX_FILE_BYTES */
  it('can be exactly 70 MB', async () => {
    async function* exact() {
      yield head;
      for (let remaining = MAX_FILE_BYTES; remaining > 0; remaining -= piece.length)
        yield piece.subarray(0, Math.min(remaining, piece.length));
      yield tail;
    }
    expect(await uploadBytes('elif', exact())).toMatchObject({ status: 200 });
  });

  const piece = Buffer.alloc(256 * 1024, 7);
  const head = Buffer.from('--x\r\nContent-Disposition: form-data; name="file"; filename="large.bin"\r\n\r\n');
  const tail = Buffer.from('\r\n--x--\r\n');
  const small = Buffer.concat([head, Buffer.from('small'), tail]);

  async function uploadBytes(person: string, body: Uint8Array | AsyncIterable<Uint8Array>): Promise<Reply> {
    const headers = {
      authorization: `Bearer ${await app.getToken({ person })}`,
      'content-type': 'multipart/form-data; boundary=x',
    };
    return send(app.url, { method: 'POST', path: startFileText.path, headers, body });
  }
});

describe('the name of a file', () => {
  const long = `${'n'.repeat(296)}.txt`;
  const names: [uploaded: string, expected: string][] = [
    ['../../../etc/passwd.txt', 'passwd.txt'],
    ['C:\\Windows\\System32\\note.txt', 'note.txt'],
    ['/', 'file'],
    ['..', '..'],
    ['tea\u0000.txt', 'tea.txt'],
    ['invoice\u202eexe.txt', 'invoice\u202eexe.txt'],
    ['CON.txt', 'CON.txt'],
    ['nul', 'nul'],
    [long, long],
    ['漢字 – Ōsaka 😀.txt', '漢字 – Ōsaka 😀.txt'],
    ['"; filename="other.txt', '"; filename="other.txt'],
    ['%2e%2e%2fpasswd.txt', '%2e%2e%2fpasswd.txt'],
    ['line\r\nX-Header: tea.txt', 'line\r\nX-Header: tea.txt'],
    ['$(touch tea) `id`.txt', '$(touch tea) `id`.txt'],
    ['half \ud83d pair.txt', 'half \ufffd pair.txt'],
  ];

  /** @proves threat:file-names */
  it.each(names)('%j does no harm and is returned as %j', async (uploaded, expected) => {
    const text = `${randomBytes(8).toString('hex')} is the content.`;
    const { job_id } = await ada.upload(
      startFileText,
      { file_name: uploaded },
      new File([text], 'note.txt', { type: 'text/plain' }),
    );
    const { result } = await waitForJob(ada, job_id);
    expect(result).toMatchObject({ fileName: expected, message: text });
    const bearer = await app.getToken({ person: 'ada' });
    const path = getFileBytes.path.replace('{file_id}', result?.file_id ?? '');
    const { headers } = await send(app.url, { method: 'GET', path, headers: { authorization: `Bearer ${bearer}` } });
    const disposition = /^attachment; filename="[ -~]*"; filename\*=UTF-8''([\w%.~-]*)$/.exec(
      String(headers['content-disposition']),
    )?.[1];
    expect(decodeURIComponent(disposition ?? '')).toBe(expected);
    const { stored } = await listBlobs(app);
    expect(stored.filter((name) => !/^[0-9a-f]{64}$/.test(name))).toEqual([]);
  });

  it('is the name of the uploaded file by default', async () => {
    for (const [uploaded, stored] of [
      ['../../tea.txt', 'tea.txt'],
      ['Ōsaka 😀.txt', 'Ōsaka 😀.txt'],
    ] as const) {
      expect((await uploadAndRead(ada, new File(['tea'], uploaded))).file.fileName).toBe(stored);
    }
  });
});
