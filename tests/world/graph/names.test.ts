import { text } from 'node:stream/consumers';
import { createGraph } from '#api/graph/createGraph.ts';
import { systemClock } from '#platform/clock.ts';
import type { Graph } from '#api/graph/graph.ts';
import { jsonBody, startTestGraph, type TestGraph } from '#sandbox/graph/testGraph.ts';

/**
 * Names that SharePoint accepts although their characters have a meaning in addresses, OData or the Keyword Query Language:
 * https://support.microsoft.com/office/64883a5d-228e-48f5-b3d2-eb39e07630fa and
 * https://learn.microsoft.com/sharepoint/dev/general-development/keyword-query-language-kql-syntax-reference
 */
const names = [
  'C# at 100% + more & less.txt',
  '50%25 off %2F.txt',
  "Ada's plan; v1,2=3.txt",
  'Two  spaces.txt',
  'Plan NOT final AND (draft.txt',
  '-2027 +2028 (closed).txt',
  'Über 🚢 Straße.txt'.normalize('NFC'),
  'Über 🚢 Straße.txt'.normalize('NFD'),
  'dots...in.name.txt',
  `${'long '.repeat(78)}name.txt`,
  '$filter=1&$select=id.txt',
  '@user {x} [y] ~z^`.txt',
];

const ada = { tenantId: 't', id: 'ada', name: 'Ada Moreau', email: '', isAdministrator: false, bearer: 'b' };
const folderNames = ['100% #1', 'A & B + C', "Ada's  folder"];

let sandbox: TestGraph;
let graph: Graph;
beforeAll(async () => {
  sandbox = await startTestGraph();
  const identity = { getGraphToken: () => sandbox.tokenOf('ada') };
  graph = createGraph({ baseUrl: sandbox.url, identity, clock: systemClock });
});
afterAll(() => sandbox.close());

interface FileIds {
  driveId: string;
  itemId: string;
}

async function addFile(path: string): Promise<FileIds> {
  const { body } = await sandbox.control('POST', 'files/add', { file: path, sentences: ['The quay is open.'] });
  return body as unknown as FileIds;
}

async function findFile(path: string): Promise<FileIds> {
  return (await sandbox.control('POST', 'files/find', { file: path })).body as unknown as FileIds;
}

const readText = (ref: FileIds) => graph.download(ada, ref, async (bytes) => text(bytes as AsyncIterable<Buffer>));

/** @proves threat:graph-oddities */
it.each(names)('%s is listed, read and found', async (name) => {
  const ref = await addFile(`finance/Documents/Planning/${name}`);
  const item = await graph.findItem(ada, ref.driveId, ref.itemId);
  expect(item).toMatchObject({ name, folder: 'Planning' });
  expect(await readText(ref)).toContain('The quay is open.');
  expect((await graph.getReadableItems(ada, [ref])).get(ref)?.name).toBe(name);
  const address = new URL(item?.webUrl ?? '');
  expect([address.hash, address.search]).toEqual(['', '']);
  expect(decodeURIComponent(address.pathname)).toBe(`/sites/Finance/Shared Documents/Planning/${name}`);
  expect((await graph.searchFiles(ada, name)).map((hit) => hit.item.name)).toContain(name);
  for (const search of [graph.searchMail(ada, name), graph.searchChats(ada, name)]) expect(await search).toEqual([]);
});

it.each(names)('%s is uploaded under its name', async (name) => {
  const bytes = Buffer.from('The quay is open.');
  const file = { name, size: bytes.length, bytes: (async function* () { yield bytes; })() }; // prettier-ignore
  const { driveId } = await findFile('finance/Contracts/Lease of the Mill.pdf');
  expect((await graph.upload(ada, driveId, file)).name).toBe(name);
});

it.each(folderNames)('a file in the folder %s is listed with its folder', async (folder) => {
  const { driveId, itemId } = await findFile('finance/Documents/Planning');
  const path = `/drives/${driveId}/items/${itemId}/children`;
  await sandbox.askAs('ada', path, { method: 'POST', ...jsonBody({ name: folder, folder: {} }) });
  const file = await addFile(`finance/Documents/Planning/${folder}/Notes.txt`);
  expect(await graph.findItem(ada, driveId, file.itemId)).toMatchObject({ folder: `Planning/${folder}` });
});

it.each(['"', '""', '" "', '"quay', ':', '(', '-', 'quay:', 'author:ada'])(
  'a search for %s is no error',
  async (words) => {
    await expect(graph.searchFiles(ada, words)).resolves.toBeDefined();
    await expect(graph.searchMail(ada, words)).resolves.toBeDefined();
  },
);
