import { jsonBody, getNames, startTestGraph, type TestGraph } from '#sandbox/graph/testGraph.ts';
import { driveIdOf, fileIdsOf } from './store/sharePointIds.ts';

let graph: TestGraph;

beforeAll(async () => {
  graph = await startTestGraph();
});

afterAll(() => graph.close());

const drive = `/drives/${driveIdOf('finance', 'Documents')}`;
const itemOf = (path: string) => `${drive}/items/${fileIdsOf(path).itemId}`;
const budget = 'finance/Documents/Planning/Budget 2027.pdf';

const forecast = 'finance/Documents/Planning/Forecast Assumptions.pptx';

describe('writing', () => {
  const putText = (body: string, headers = {}): RequestInit => ({
    method: 'PUT',
    headers: { 'content-type': 'text/plain', ...headers },
    body,
  });

  it('creates a small file and overwrites it', async () => {
    const path = `${drive}/root:/Policies/Gifts.txt:/content`;
    const first = await graph.askAs('ada', path, putText('No gifts.'));
    const second = await graph.askAs('ada', path, putText('Small gifts.'));
    expect([first.status, second.status, second.body['size']]).toEqual([201, 200, 12]);
    expect(first.body['cTag']).not.toBe(second.body['cTag']);
    const response = await fetch(String(second.body['@microsoft.graph.downloadUrl']));
    expect(await response.text()).toBe('Small gifts.');
  });

  it('is denied to Ben, who can only read', async () => {
    expect((await graph.askAs('ben', `${drive}/root:/Gifts.txt:/content`, putText('x'))).status).toBe(403);
    expect((await graph.askAs('ben', itemOf(budget), { method: 'DELETE' })).status).toBe(403);
    expect(
      (await graph.askAs('ben', itemOf('finance/Documents/Payroll/Salary Bands 2027.docx'), { method: 'DELETE' }))
        .status,
    ).toBe(404);
  });

  it('is denied to a token with only read permissions', async () => {
    const reading = await graph.tokenOf('ada', { scp: 'Files.Read.All Sites.Read.All' });
    const { status, body } = await graph.ask(itemOf(budget), reading, { method: 'DELETE' });
    expect([status, body.error?.code]).toEqual([403, 'Authorization_RequestDenied']);
  });

  it('rejects a change that is based on an older version', async () => {
    const { body } = await graph.askAs('ada', itemOf(forecast));
    await graph.control('POST', 'files/replace', { file: forecast, sentences: ['New.'] });
    const outdated = await graph.askAs('ada', itemOf(forecast), {
      method: 'DELETE',
      headers: { 'if-match': String(body['eTag']) },
    });
    expect([outdated.status, outdated.body.error?.code]).toEqual([412, 'preconditionFailed']);
    expect((await graph.askAs('ada', itemOf(forecast), { method: 'DELETE' })).status).toBe(204);
    expect((await graph.askAs('ada', itemOf(forecast))).status).toBe(404);
  });

  it('creates a folder, moves a file into it and renames the file', async () => {
    const folder = await graph.askAs('ada', `${drive}/root/children`, {
      method: 'POST',
      ...jsonBody({ name: 'Old', folder: {} }),
    });
    expect(folder.status).toBe(201);
    const change = { name: 'Plan (old).pdf', parentReference: { id: folder.body['id'] } };
    expect(
      (
        await graph.askAs('ada', itemOf('finance/Documents/Planning/Investment Plan.pdf'), {
          method: 'PATCH',
          ...jsonBody(change),
        })
      ).status,
    ).toBe(200);
    expect(getNames(await graph.askAs('ben', `${drive}/root:/Old:/children`), 'name')).toEqual(['Plan (old).pdf']);
    const duplicate = await graph.askAs('ada', `${drive}/root/children`, {
      method: 'POST',
      ...jsonBody({ name: 'old', folder: {} }),
    });
    expect([duplicate.status, duplicate.body.error?.code]).toEqual([409, 'nameAlreadyExists']);
  });
});

describe('an upload session', () => {
  const CHUNK = 320 * 1024;
  const createSession = async (name: string, conflict = 'fail') =>
    graph.askAs('ada', `${itemOf('finance/Documents/Planning')}:/${encodeURIComponent(name)}:/createUploadSession`, {
      method: 'POST',
      ...jsonBody({ item: { '@microsoft.graph.conflictBehavior': conflict } }),
    });
  const put = (url: string, from: number, bytes: Buffer, size: number, headers = {}) =>
    fetch(url, {
      method: 'PUT',
      headers: { 'content-range': `bytes ${from}-${from + bytes.length - 1}/${size}`, ...headers },
      body: new Uint8Array(bytes),
    });

  it('creates the file with the last chunk, even if earlier requests failed', async () => {
    const bytes = Buffer.alloc(CHUNK + 1_000, 'plan ');
    const url = String((await createSession('Long Plan.txt')).body['uploadUrl']);
    const first = await put(url, 0, bytes.subarray(0, CHUNK), bytes.length);
    expect([first.status, ((await first.json()) as { nextExpectedRanges: string[] }).nextExpectedRanges]).toEqual([
      202,
      [`${CHUNK}-`],
    ]);
    expect((await put(url, 0, bytes.subarray(0, CHUNK), bytes.length)).status).toBe(416);
    expect((await put(url, CHUNK, bytes.subarray(CHUNK), bytes.length, { authorization: 'Bearer x' })).status).toBe(
      401,
    );
    const last = await put(url, CHUNK, bytes.subarray(CHUNK), bytes.length);
    expect([last.status, ((await last.json()) as { size: number }).size]).toEqual([201, bytes.length]);
    expect((await fetch(url)).status).toBe(404);
  });

  it('renames, replaces or fails if the name is taken', async () => {
    const rejected = await createSession('Budget 2027.pdf');
    expect([rejected.status, rejected.body.error?.code]).toEqual([409, 'nameAlreadyExists']);
    const renamed = await put(
      String((await createSession('Budget 2027.pdf', 'rename')).body['uploadUrl']),
      0,
      Buffer.from('x'),
      1,
    );
    expect(((await renamed.json()) as { name: string }).name).toBe('Budget 2027 1.pdf');
    const replaced = await put(
      String((await createSession('Budget 2027.pdf', 'replace')).body['uploadUrl']),
      0,
      Buffer.from('x'),
      1,
    );
    expect([replaced.status, ((await replaced.json()) as { id: string }).id]).toEqual([200, fileIdsOf(budget).itemId]);
  });

  it('can be canceled', async () => {
    const url = String((await createSession('Never.txt')).body['uploadUrl']);
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(204);
    expect((await put(url, 0, Buffer.from('x'), 1)).status).toBe(404);
  });
});
