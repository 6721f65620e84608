import { json, namesIn, openGraph, type TestGraph } from '../testGraph.ts';
import { driveIdOf, fileIdsOf } from './ids.ts';

let graph: TestGraph;

beforeAll(async () => {
  graph = await openGraph();
});

afterAll(() => graph.close());

const drive = `/drives/${driveIdOf('finance', 'Documents')}`;
const itemOf = (path: string) => `${drive}/items/${fileIdsOf(path).itemId}`;
const budget = 'finance/Documents/Planning/Budget 2027.pdf';

const forecast = 'finance/Documents/Planning/Forecast Assumptions.pptx';

describe('writing', () => {
  const text = (body: string, headers = {}): RequestInit => ({
    method: 'PUT',
    headers: { 'content-type': 'text/plain', ...headers },
    body,
  });

  it('Ada puts a small file and writes over it', async () => {
    const path = `${drive}/root:/Policies/Gifts.txt:/content`;
    const first = await graph.askAs('ada', path, text('No gifts.'));
    const second = await graph.askAs('ada', path, text('Small gifts.'));
    expect([first.status, second.status, second.body['size']]).toEqual([201, 200, 12]);
    expect(first.body['cTag']).not.toBe(second.body['cTag']);
    const response = await fetch(String(second.body['@microsoft.graph.downloadUrl']));
    expect(await response.text()).toBe('Small gifts.');
  });

  it('Ben, who may only read, is refused', async () => {
    expect((await graph.askAs('ben', `${drive}/root:/Gifts.txt:/content`, text('x'))).status).toBe(403);
    expect((await graph.askAs('ben', itemOf(budget), { method: 'DELETE' })).status).toBe(403);
    expect(
      (await graph.askAs('ben', itemOf('finance/Documents/Payroll/Salary Bands 2027.docx'), { method: 'DELETE' }))
        .status,
    ).toBe(404);
  });

  it('a token for reading does not write', async () => {
    const reading = await graph.tokenOf('ada', { scp: 'Files.Read.All Sites.Read.All' });
    const { status, body } = await graph.ask(itemOf(budget), reading, { method: 'DELETE' });
    expect([status, body.error?.code]).toEqual([403, 'Authorization_RequestDenied']);
  });

  it('a change for an older version is refused', async () => {
    const { body } = await graph.askAs('ada', itemOf(forecast));
    await graph.control('POST', 'files/replace', { file: forecast, sentences: ['New.'] });
    const late = await graph.askAs('ada', itemOf(forecast), {
      method: 'DELETE',
      headers: { 'if-match': String(body['eTag']) },
    });
    expect([late.status, late.body.error?.code]).toEqual([412, 'preconditionFailed']);
    expect((await graph.askAs('ada', itemOf(forecast), { method: 'DELETE' })).status).toBe(204);
    expect((await graph.askAs('ada', itemOf(forecast))).status).toBe(404);
  });

  it('a folder is made, a file renamed and moved into it', async () => {
    const made = await graph.askAs('ada', `${drive}/root/children`, {
      method: 'POST',
      ...json({ name: 'Old', folder: {} }),
    });
    expect(made.status).toBe(201);
    const change = { name: 'Plan (old).pdf', parentReference: { id: made.body['id'] } };
    expect(
      (
        await graph.askAs('ada', itemOf('finance/Documents/Planning/Investment Plan.pdf'), {
          method: 'PATCH',
          ...json(change),
        })
      ).status,
    ).toBe(200);
    expect(namesIn(await graph.askAs('ben', `${drive}/root:/Old:/children`), 'name')).toEqual(['Plan (old).pdf']);
    const again = await graph.askAs('ada', `${drive}/root/children`, {
      method: 'POST',
      ...json({ name: 'old', folder: {} }),
    });
    expect([again.status, again.body.error?.code]).toEqual([409, 'nameAlreadyExists']);
  });
});

describe('an upload in pieces', () => {
  const STEP = 320 * 1024;
  const begin = async (name: string, conflict = 'fail') =>
    graph.askAs('ada', `${itemOf('finance/Documents/Planning')}:/${encodeURIComponent(name)}:/createUploadSession`, {
      method: 'POST',
      ...json({ item: { '@microsoft.graph.conflictBehavior': conflict } }),
    });
  const put = (url: string, from: number, bytes: Buffer, size: number, headers = {}) =>
    fetch(url, {
      method: 'PUT',
      headers: { 'content-range': `bytes ${from}-${from + bytes.length - 1}/${size}`, ...headers },
      body: new Uint8Array(bytes),
    });

  it('is a file when the last has come, whatever goes wrong between', async () => {
    const bytes = Buffer.alloc(STEP + 1_000, 'plan ');
    const url = String((await begin('Long Plan.txt')).body['uploadUrl']);
    const first = await put(url, 0, bytes.subarray(0, STEP), bytes.length);
    expect([first.status, ((await first.json()) as { nextExpectedRanges: string[] }).nextExpectedRanges]).toEqual([
      202,
      [`${STEP}-`],
    ]);
    expect((await put(url, 0, bytes.subarray(0, STEP), bytes.length)).status).toBe(416);
    expect((await put(url, STEP, bytes.subarray(STEP), bytes.length, { authorization: 'Bearer x' })).status).toBe(401);
    const last = await put(url, STEP, bytes.subarray(STEP), bytes.length);
    expect([last.status, ((await last.json()) as { size: number }).size]).toEqual([201, bytes.length]);
    expect((await fetch(url)).status).toBe(404);
  });

  it('finds another name, writes over, or is refused where the name is taken', async () => {
    const refused = await begin('Budget 2027.pdf');
    expect([refused.status, refused.body.error?.code]).toEqual([409, 'nameAlreadyExists']);
    const beside = await put(
      String((await begin('Budget 2027.pdf', 'rename')).body['uploadUrl']),
      0,
      Buffer.from('x'),
      1,
    );
    expect(((await beside.json()) as { name: string }).name).toBe('Budget 2027 1.pdf');
    const over = await put(
      String((await begin('Budget 2027.pdf', 'replace')).body['uploadUrl']),
      0,
      Buffer.from('x'),
      1,
    );
    expect([over.status, ((await over.json()) as { id: string }).id]).toEqual([200, fileIdsOf(budget).itemId]);
  });

  it('can be given up', async () => {
    const url = String((await begin('Never.txt')).body['uploadUrl']);
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(204);
    expect((await put(url, 0, Buffer.from('x'), 1)).status).toBe(404);
  });
});
