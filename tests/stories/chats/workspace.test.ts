import { randomUUID } from 'node:crypto';
import { getChat, upsertChat } from '#contract/chats/chat.ts';
import type { Client } from '#contract/client.ts';
import { isAvaError } from '#contract/errors.ts';
import * as contract from '#contract/workspace.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { makeChat } from '#tests/harness/client/answers.ts';
import { expectHealthyProcess } from '#tests/harness/http/responseChecks.ts';

let app: TestApp;
let ada: Client;
let ben: Client;
beforeAll(async () => {
  app = await startApp();
  [ada, ben] = [app.as('ada'), app.as('ben')];
});
afterAll(() => app.close());
afterEach(() => expectHealthyProcess(app));

/** Returns the newer content that the server sends when it refuses a change. */
async function getNewer(saving: Promise<unknown>): Promise<unknown> {
  const error = await saving.then(
    () => new Error('It was saved.'),
    (cause: unknown) => cause,
  );
  if (!isAvaError(error)) throw error;
  expect(error).toMatchObject({ code: 'newer_version', status: 409 });
  return error.data;
}

describe('notes on two devices', () => {
  /** @proves threat:older-notes call:getWorkspace */
  it('are the same on both; a save that is based on an old version gets the newer one and changes nothing', async () => {
    const workspace_id = randomUUID();
    const save = (notes: string, version: number) =>
      ada.call(contract.saveWorkspace, { workspace_id, content: { notes, results: [] }, version });
    expect(await ada.call(contract.getWorkspace, { workspace_id })).toMatchObject({ version: 0 });
    expect(await save('Ask Ben', 0)).toMatchObject({ version: 1 });
    const phone = app.as('ada');
    const read = await phone.call(contract.getWorkspace, { workspace_id });
    expect(read).toEqual({ workspace_id, content: { notes: 'Ask Ben', results: [] }, version: 1 });
    expect(await save('Ask Ben and Cleo', 1)).toMatchObject({ version: 2 });

    const newer = { workspace_id, content: { notes: 'Ask Ben and Cleo', results: [] }, version: 2 };
    for (const old of [0, 1]) expect(await getNewer(save('Ask nobody', old))).toEqual(newer);
    expect(await ada.call(contract.getWorkspace, { workspace_id })).toEqual(newer);
  });

  it('saved at the same time: one save wins, the others get its content', async () => {
    const workspace_id = randomUUID();
    const saves = await Promise.allSettled(
      ['one', 'two', 'three', 'four'].map((notes) =>
        ada.call(contract.saveWorkspace, { workspace_id, content: { notes, results: [] }, version: 0 }),
      ),
    );
    const won = saves.filter(({ status }) => status === 'fulfilled');
    expect(won).toHaveLength(1);
    const stored = await ada.call(contract.getWorkspace, { workspace_id });
    expect(stored).toEqual((won[0] as PromiseFulfilledResult<unknown>).value);
    for (const save of saves) if (save.status === 'rejected') expect(save.reason).toMatchObject({ data: stored });
  });
});

/** @proves call:getFileViewers call:saveFileViewer */
it('the open document is kept with its chat, and an old version of it is refused with the newer one', async () => {
  const chat_id = await makeChat(ada);
  const [other] = [await makeChat(ada)];
  const save = (document_url: string, version: number) =>
    ada.call(contract.saveFileViewer, { file_viewer_id: chat_id, document_url, version });
  expect(await save('/files/a/content', 0)).toMatchObject({ version: 1 });
  const opened = await save('/files/b/content', 1);
  expect(await getNewer(save('/files/c/content', 1))).toEqual(opened);
  await ada.call(upsertChat, { chat_id, file_viewer_id: chat_id });
  expect(await ada.call(getChat, { convo_id: chat_id })).toMatchObject({ FileViewerId: chat_id, WorkspaceId: null });
  expect(await ada.call(getChat, { convo_id: other })).toMatchObject({ FileViewerId: null });
  expect((await ada.call(contract.getFileViewers, {})).fileViewers[0]).toEqual(opened);
});

it('Ben sees nothing of Ada’s notes and documents, whatever id and version he sends', async () => {
  const id = randomUUID();
  await ada.call(contract.saveWorkspace, { workspace_id: id, content: { notes: 'Secret', results: [] } });
  await ada.call(contract.saveFileViewer, { file_viewer_id: id, document_url: '/files/secret/content' });
  expect(await ben.call(contract.getWorkspace, { workspace_id: id })).toEqual({
    workspace_id: id,
    content: { notes: '', results: [] },
    version: 0,
  });
  for (const version of [0, 1]) {
    const saved = ben.call(contract.saveWorkspace, {
      workspace_id: id,
      content: { notes: `Ben ${version}`, results: [] },
      version,
    });
    expect(await saved).toMatchObject({ version: version + 1 });
  }
  await ben.call(contract.saveFileViewer, { file_viewer_id: id, document_url: '/files/ben/content' });
  expect(JSON.stringify(await ben.call(contract.getFileViewers, {}))).not.toContain('secret');
  expect(await ada.call(contract.getWorkspace, { workspace_id: id })).toMatchObject({
    content: { notes: 'Secret' },
    version: 1,
  });
});
