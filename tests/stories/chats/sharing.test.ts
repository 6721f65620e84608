import {
  deleteChat,
  getAnswerMetadata,
  getChat,
  getChats,
  renameChat,
  shareChat,
  type Chat,
} from '#contract/chats/chat.ts';
import { getFileText } from '#contract/files/files.ts';
import { followAnswerRun } from '#contract/runs/answerEvents.ts';
import { getPerson } from '#sandbox/people.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import type { Client } from '#contract/client.ts';
import { makePdf } from '#sandbox/documents/pdf.ts';
import { ask, makeChat } from '#tests/harness/client/answers.ts';
import { toMessageFile, uploadAndRead } from '#tests/harness/client/uploads.ts';

let app: TestApp;
let ada: Client;
let ben: Client;
/** Ada's chat about the picnic, with an answer that cites her file. */
let original: Chat;
let copy: Chat;

beforeAll(async () => {
  app = await startApp();
  [ada, ben] = [app.as('ada'), app.as('ben')];
  const pdf = await makePdf([['The picnic takes place in Juniper Park.'], ['The basket costs 48 pounds.']]);
  const { file } = await uploadAndRead(ada, new File([new Uint8Array(pdf)], 'picnic.pdf', { type: 'application/pdf' }));
  const convo_id = await makeChat(ada);
  await ask(ada, { convo_id, text: 'How much does the basket cost?', file_context: [toMessageFile(file)] });
  await ada.call(renameChat, { convo_id, title: 'Picnic' });
  original = await ada.call(getChat, { convo_id });
  expect(original.Messages[1]?.links).toMatchObject([{ filename: 'picnic.pdf', pagenumber: 2, standing: 'holds' }]);
  expect(await ada.call(shareChat, { convo_id, peers: [getPerson('ben').oid] })).toEqual({ shared: 1 });
  copy = await copyOf(ben, 'Picnic');
});
afterAll(() => app.close());

async function copyOf(reader: Client, title: string): Promise<Chat> {
  const { chats } = await reader.call(getChats, {});
  const found = chats.find((chat) => chat.Title === title);
  return reader.call(getChat, { convo_id: found?.ConversationId ?? '' });
}

const notFound = { code: 'not_found' };

it('Ben gets a copy with a new id and the name of the person who shared it', () => {
  expect(copy).toMatchObject({ Title: 'Picnic', SharedBy: 'Ada Moreau', WorkspaceId: null, FileViewerId: null });
  expect(copy.ConversationId).not.toBe(original.ConversationId);
  const listTexts = (chat: Chat) => chat.Messages.map(({ source, content }) => ({ source, content }));
  expect(listTexts(copy)).toEqual(listTexts(original));
});

/** @proves threat:copied-citations */
it('files that Ben cannot open appear in his copy only by name', () => {
  expect(copy.Messages[1]?.links).toEqual([
    expect.objectContaining({ filename: 'picnic.pdf', standing: 'denied', quote: '', fileid: '', link: null }),
  ]);
  const fileId = original.Messages[1]?.links[0]?.fileid ?? '';
  expect(fileId).not.toBe('');
  expect(JSON.stringify(copy)).not.toContain(fileId);
  expect(JSON.stringify(copy)).not.toContain(original.Messages[1]?.run_id);
});

/** @proves threat:shared-copy */
it('Ben cannot use Ada’s ids', async () => {
  const { ConversationId: convo_id, Messages } = original;
  await expect(ben.call(getChat, { convo_id })).rejects.toMatchObject(notFound);
  await expect(ben.call(renameChat, { convo_id, title: 'Mine' })).rejects.toMatchObject(notFound);
  await expect(ben.call(deleteChat, { convo_id })).rejects.toMatchObject(notFound);
  await expect(ben.call(shareChat, { convo_id, peers: [getPerson('cleo').oid] })).rejects.toMatchObject(notFound);
  await expect(ask(ben, { convo_id, text: 'And the cake?' })).rejects.toMatchObject(notFound);
  await expect(ben.stream(followAnswerRun, { run_id: Messages[1]?.run_id ?? '' })).rejects.toMatchObject(notFound);
  await expect(ben.call(getFileText, { file_id: Messages[1]?.links[0]?.fileid ?? '' })).rejects.toMatchObject(notFound);
  expect(await ada.call(getChat, { convo_id })).toEqual(original);
});

it('Ben continues his copy, and the model receives its messages but not the file', async () => {
  await app.control('models', 'reset');
  const answer = await ask(ben, { convo_id: copy.ConversationId, text: 'Where does the picnic take place?' });
  expect(answer).toMatchObject({ state: { name: 'complete' }, links: [] });
  const [request] = await app.listRequests<{ messages: unknown }>('models');
  expect(JSON.stringify(request?.messages)).toContain('How much does the basket cost?');
  expect(JSON.stringify(request?.messages)).not.toContain('Juniper Park');
});

/** @proves call:getAnswerMetadata */
it('the metadata of an answer is available only to its owner', async () => {
  const message_id = original.Messages[1]?.message_id ?? '';
  const metadata = await eventually(async () => {
    const metadata = await ada.call(getAnswerMetadata, { message_id });
    expect(metadata.used_model).not.toBe('');
    return metadata;
  });
  expect(metadata.total_ms).not.toBeNull();
  const copied = copy.Messages[1]?.message_id ?? '';
  expect(await ben.call(getAnswerMetadata, { message_id: copied })).toMatchObject({ used_model: '', total_ms: null });
});

/** @proves threat:shared-copy call:getChat */
it('later changes do not affect the other copy', async () => {
  await ada.call(renameChat, { convo_id: original.ConversationId, title: 'Picnic in June' });
  await ask(ada, { convo_id: original.ConversationId, text: 'repeat after me: bring a blanket' });
  const [bensCopy, adasChat] = await Promise.all([
    ben.call(getChat, { convo_id: copy.ConversationId }),
    ada.call(getChat, { convo_id: original.ConversationId }),
  ]);
  expect(bensCopy.Title).toBe('Picnic');
  expect(JSON.stringify(bensCopy)).not.toContain('blanket');
  expect(JSON.stringify(adasChat)).not.toContain('Where does the picnic take place?');
  await ada.call(deleteChat, { convo_id: original.ConversationId });
  expect(await ben.call(getChat, { convo_id: copy.ConversationId })).toEqual(bensCopy);
});

/** @proves call:shareChat */
it('a copy of a copy names the person who shared it and contains no more than the first', async () => {
  const { ConversationId: convo_id } = copy;
  expect(await ben.call(shareChat, { convo_id, peers: [getPerson('cleo').oid] })).toEqual({ shared: 1 });
  const cleos = await copyOf(app.as('cleo'), 'Picnic');
  expect(cleos.SharedBy).toBe('Ben Okafor');
  expect(cleos.Messages[1]?.links).toMatchObject([{ standing: 'denied', quote: '', fileid: '' }]);
});

it('an unfinished answer is not shared', async () => {
  await app.control('models', 'scenario', { name: 'slow', ms: 50, count: 1 });
  const convo_id = await makeChat(ada);
  await ada.call(renameChat, { convo_id, title: 'Half said' });
  const writing = ask(ada, { convo_id, text: 'write 20 words about apples' });
  await eventually(async () => expect((await ada.call(getChat, { convo_id })).Messages).toHaveLength(2));
  await ada.call(shareChat, { convo_id, peers: [getPerson('ben').oid] });
  const shared = await copyOf(ben, 'Half said');
  expect(shared.Messages.map(({ source }) => source)).toEqual(['User']);
  await writing;
});

it.each([
  ['somebody of another organization', [getPerson('carl').oid]],
  ['Ben and somebody who does not exist', [getPerson('ben').oid, crypto.randomUUID()]],
  ['Ada alone', [getPerson('ada').oid]],
])('nothing is shared with %s', async (_, peers) => {
  const convo_id = await makeChat(ada);
  const before = await ben.call(getChats, {});
  await expect(ada.call(shareChat, { convo_id, peers })).rejects.toMatchObject(notFound);
  expect(await ben.call(getChats, {})).toEqual(before);
});
