import { createManualClock } from '#tests/harness/fakes/manualClock.ts';
import { createRecordingLog } from '#tests/harness/fakes/recordingLog.ts';
import type { AppContext } from '#api/context.ts';
import type { ItemRef } from '#api/graph/readableItems.ts';
import type { Person } from '#api/identity/person.ts';
import type { CallContext } from '#api/functions/avaFunction.ts';
import { functionTexts } from '#api/functions/functions.texts.ts';
import { createFoundThings } from '#api/functions/handles.ts';
import type { DriveFile, Passage } from '#api/answers/prompt/passages.ts';
import { findInFile } from './findInFile.ts';
import { openFile } from './openFile.ts';
import { queryTable } from './queryTable.ts';

const person = { tenantId: 'northwind', id: 'ada' } as Person;
const budget: DriveFile = {
  id: 'i1',
  driveId: 'd1',
  fileId: 'i1',
  name: 'Budget.pdf',
  fileType: 'PDF',
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
  const found = {
    ...createFoundThings(),
    passages: [
      { number: 1, fileId: 'f1', fileName: 'Attached.pdf', location: { kind: 'page', page: 1 }, site: null },
      { number: 2, fileName: budget.name, location: { kind: 'whole' }, place: '', driveFile: budget },
    ] as unknown as Passage[],
  };
  const call = {
    ctx: {
      graph,
      clock,
      log: createRecordingLog(),
      // The person owns none of the files whose ids stand in passages.
      store: { files: { listOwned: async () => [] } },
    } as unknown as AppContext,
    person,
    found,
    signal: new AbortController().signal,
    outgoing: { take: () => false },
  } as CallContext;
  const prepare = (args: object, fn = openFile) => fn.prepare(JSON.stringify(args), found);
  const open = async (args: object) => prepare(args).run(call);
  const find = async (args: object) => prepare(args, findInFile).run(call);
  const query = async (args: object) => prepare(args, queryTable).run(call);
  return { open, find, query, prepare, readable, clock };
}

it('reads pages of a Microsoft 365 file that a search found', async () => {
  const { open, prepare } = start();
  const { passages, origins } = await open({ passage: '2', from: '2', to: 2 });
  expect(passages).toMatchObject([
    { fileId: 'i1', site: null, text: 'Text of page 2.', link: budget.webUrl, opens: 'graphFile' },
  ]);
  expect(origins).toEqual([{ driveId: 'd1', itemId: 'i1' }]);
  expect((await open({ passage: 2 })).passages).toHaveLength(3);
  expect(prepare({ passage: 2 }).asked).toBe('Budget.pdf');
});

it('finds words in it, in any case', async () => {
  const { find } = start();
  expect((await find({ passage: 2, words: 'PAGE 3' })).passages).toMatchObject([{ text: 'Text of page 3.' }]);
  expect(await find({ passage: 2, words: 'lunch' })).toEqual({
    passages: [],
    summary: 'No place in the file contains all of these words.',
  });
});

/** @proves threat:function-rights */
it('checks access at each call: a person who lost it reads no further page, finds no word and calculates nothing', async () => {
  const { open, find, query, readable, clock } = start();
  await open({ passage: 2, to: 1 });
  readable.clear();
  await clock.advance(60_000);
  await expect(open({ passage: 2, from: 2 })).rejects.toMatchObject({ code: 'not_found' });
  await expect(find({ passage: 2, words: 'page' })).rejects.toMatchObject({ code: 'not_found' });
  await expect(query({ passage: 2 })).rejects.toMatchObject({ code: 'not_found' });
});

it('names the passages that the model can choose from, and the last page of the file', async () => {
  const { open } = start();
  await expect(open({ passage: 3 })).rejects.toThrow('"passage" must be the number of a passage that you have read');
  await expect(open({ passage: 'https://attacker.example' })).rejects.toThrow('"passage" must be a whole number');
  await expect(open({ passage: 1 })).rejects.toThrow('no more can be opened by this passage');
  await expect(open({ passage: 2, from: 4 })).rejects.toThrow('the file ends at 3');
});

/** @proves threat:function-rights */
it("calculates nothing over another person's attached file", async () => {
  const { query } = start();
  await expect(query({ passage: 1 })).rejects.toMatchObject({ code: 'not_found', detail: functionTexts.noAccess });
  await expect(query({ passage: 3 })).rejects.toThrow('"passage" must be the number of a passage that you have read');
});
