import { createManualClock } from '#tests/harness/fakes/manualClock.ts';
import { createRecordingLog } from '#tests/harness/fakes/recordingLog.ts';
import type { AppContext } from '#api/context.ts';
import type { ItemRef } from '#api/graph/readableItems.ts';
import type { Person } from '#api/identity/person.ts';
import type { CallContext } from '#api/functions/avaFunction.ts';
import { createFoundThings, type FoundFile } from '#api/functions/handles.ts';
import { readFile } from './readFile.ts';

const person = { tenantId: 'northwind', id: 'ada' } as Person;
const budget: FoundFile = {
  id: 'i1',
  driveId: 'd1',
  fileId: 'i1',
  name: 'Budget.pdf',
  fileType: 'PDF',
  site: 'finance',
  mimeType: '',
  size: 0,
  webUrl: 'https://northwind.example/Budget.pdf',
  lastModified: '2026-11-20T09:00:00Z',
  extraction: {
    type: 'PDF',
    parts: [1, 2, 3].map((page) => ({ location: { kind: 'page', page }, text: `Text of page ${page}.` })),
    pages: 3,
    usedOcr: false,
  },
};

function start() {
  const readable = new Set(['i1']);
  const clock = createManualClock();
  const graph = {
    getReadableItems: async (_: Person, items: readonly ItemRef[]) =>
      new Map(items.filter(({ itemId }) => readable.has(itemId)).map((ref) => [ref, {}])),
  };
  const found = createFoundThings();
  const call = {
    ctx: { graph, clock, log: createRecordingLog() } as unknown as AppContext,
    person,
    found,
    signal: new AbortController().signal,
  } as CallContext;
  const read = (args: object) => readFile.prepare(JSON.stringify(args), found).run(call);
  return { found, read, readable, clock };
}

it('reads pages of a found file, and its citations open like any file of the site', async () => {
  const { found, read } = start();
  const file = found.files.add(budget);
  expect(found.files.add({ ...budget, name: 'The same' })).toBe(file);
  const { summary, passages, origins } = await read({ file: 'F1', from: '2', to: 2 });
  expect(summary).toBe('Read page 2 of F1; the file has 3.');
  expect(passages).toMatchObject([{ fileId: 'i1', site: 'finance', text: 'Text of page 2.', link: budget.webUrl }]);
  expect(passages[0]).not.toHaveProperty('opens');
  expect(origins).toEqual([{ driveId: 'd1', itemId: 'i1' }]);
});

/** @proves threat:function-rights */
it('asks for access at each call: who lost it reads no further page', async () => {
  const { found, read, readable, clock } = start();
  found.files.add(budget);
  await read({ file: 'f1', to: 1 });
  readable.clear();
  await clock.advance(60_000);
  await expect(read({ file: 'f1', from: 2 })).rejects.toMatchObject({ code: 'not_found' });
});

it('names the handles that there are, and where the file ends', async () => {
  const { found, read } = start();
  await expect(read({ file: 'f1' })).rejects.toThrow(
    '"file" must be a handle of what was found, and nothing was found yet',
  );
  found.files.add(budget);
  found.files.add({ ...budget, id: 'i2' });
  await expect(read({ file: 'https://attacker.example' })).rejects.toThrow('"file" must be one of the handles f1, f2');
  await expect(read({ file: 'f1', from: 4 })).rejects.toThrow('"from" must be at most 3');
});
