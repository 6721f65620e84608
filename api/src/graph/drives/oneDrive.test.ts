import { startTestGraph, type TestGraph } from '#sandbox/graph/testGraph.ts';
import { systemClock } from '#platform/clock.ts';
import type { Person } from '#api/identity/person.ts';
import { createContentClient } from './contentClient.ts';
import { createDrives } from './drives.ts';
import { createGraphClient } from '#api/graph/client/graphClient.ts';
import { createOneDrive } from './oneDrive.ts';

let graph: TestGraph;
beforeAll(async () => (graph = await startTestGraph()));
afterAll(() => graph.close());

const makePerson = (id: string): Person => ({
  tenantId: 't',
  id,
  name: '',
  email: '',
  isAdministrator: false,
  bearer: 'b',
});

function save(person: string, text: string) {
  const client = createGraphClient({
    baseUrl: graph.url,
    identity: { getGraphToken: () => graph.tokenOf(person) },
    clock: systemClock,
  });
  const oneDrive = createOneDrive(client, createDrives(client, createContentClient(graph.url)));
  const bytes = Buffer.from(text);
  const file = {
    name: 'Plan.txt',
    size: bytes.length,
    bytes: (async function* () {
      yield bytes;
    })(),
  };
  return oneDrive.saveToOneDrive(makePerson(person), file);
}

it('Ada saves two files with the same name, and both stay in her OneDrive', async () => {
  const [first, second] = [await save('ada', 'first'), await save('ada', 'second')];
  expect([first.name, second.name]).toEqual(['Plan.txt', 'Plan 1.txt']);
  expect(first.webUrl).toContain('Plan.txt');
});

it('a full OneDrive and a missing one have their own errors', async () => {
  await graph.control('POST', 'libraries/full', { library: 'ada-drive/Documents', full: true });
  await expect(save('ada', 'third')).rejects.toMatchObject({ code: 'drive_full' });
  await expect(save('ben', 'first')).rejects.toMatchObject({ code: 'no_drive' });
});
