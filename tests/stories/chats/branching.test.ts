import { randomUUID } from 'node:crypto';
import { deleteChat, getAnswerMetadata, getChat, getChats, newChat, renameChat, shareChat, type Chat } from '#contract/chats/chat.ts'; // prettier-ignore
import { branchChat } from '#contract/chats/versions.ts';
import type { Client } from '#contract/client.ts';
import { getFileText } from '#contract/files/files.ts';
import { makePdf } from '#sandbox/documents/pdf.ts';
import { getPerson } from '#sandbox/people.ts';
import { ask, makeChat } from '#tests/harness/client/answers.ts';
import { toMessageFile, uploadAndRead } from '#tests/harness/client/uploads.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';

let app: TestApp;
let ada: Client;
let ben: Client;
/** Ada's chat about the picnic: a question about her file, and one about tea. */
let picnic: Chat;

beforeAll(async () => {
  app = await startApp();
  [ada, ben] = [app.as('ada'), app.as('ben')];
  const pdf = await makePdf([['The picnic takes place in Juniper Park.'], ['The basket costs 48 pounds.']]);
  const { file } = await uploadAndRead(ada, new File([new Uint8Array(pdf)], 'picnic.pdf', { type: 'application/pdf' }));
  const convo_id = await makeChat(ada);
  await ask(ada, { convo_id, text: 'How much does the basket cost?', file_context: [toMessageFile(file)] });
  await ask(ada, { convo_id, text: 'repeat after me: Tea is at four.' });
  await ada.call(renameChat, { convo_id, title: 'Picnic' });
  picnic = await ada.call(getChat, { convo_id });
});
afterAll(() => app.close());

async function branch(person: Client, convo_id: string, message_id: string, branch_id: string = randomUUID()) {
  const { ConversationId } = await person.call(branchChat, { convo_id, message_id, branch_id });
  return person.call(getChat, { convo_id: ConversationId });
}

const read = ({ Messages }: Chat) => Messages.map(({ source, content, links }) => ({ source, content, links }));
const answerOf = ({ Messages }: Chat, index: number) => Messages[index]?.message_id ?? '';

it('Ada starts a chat from an answer: it has the history up to there, and the original is as before', async () => {
  const branched = await branch(ada, picnic.ConversationId, answerOf(picnic, 1));
  expect(branched).toMatchObject({ Title: 'Picnic (2)', SharedBy: null, WorkspaceId: null });
  expect(read(branched)).toEqual(read(picnic).slice(0, 2));
  expect(branched.Messages.map(({ message_id: id }) => id)).not.toContain(answerOf(picnic, 1));
  const convo_id = branched.ConversationId;
  await ask(ada, { convo_id, text: 'repeat after me: And cake.' });
  const longer = await ada.call(getChat, { convo_id });
  expect(longer.Messages.map(({ content }) => content).at(-1)).toBe('And cake.');
  expect(await ada.call(getChat, { convo_id: picnic.ConversationId })).toEqual(picnic);
});

it('the files of a branch are those of the original, and stay readable when it is deleted', async () => {
  const convo_id = await makeChat(ada);
  const [file] = picnic.Messages[0]?.files ?? [];
  await ask(ada, { convo_id, text: 'Where is the picnic?', file_context: file ? [file] : [] });
  const original = await ada.call(getChat, { convo_id });
  const branched = await branch(ada, convo_id, answerOf(original, 1));
  expect(branched.Messages[0]?.files).toEqual(original.Messages[0]?.files);
  await ada.call(deleteChat, { convo_id });
  const again = await ada.call(getChat, { convo_id: branched.ConversationId });
  expect(again.Messages[0]?.files).toEqual(original.Messages[0]?.files);
  expect(JSON.stringify(await ada.call(getFileText, { file_id: file?.scrapedFileId ?? '' }))).toContain('Juniper Park');
  const { used_model } = await ada.call(getAnswerMetadata, { message_id: answerOf(again, 1) });
  expect(used_model).not.toBe('');
});

it('a repeated call starts one chat', async () => {
  const id = randomUUID();
  await branch(ada, picnic.ConversationId, answerOf(picnic, 1), id);
  await branch(ada, picnic.ConversationId, answerOf(picnic, 1), id);
  const { chats } = await ada.call(getChats, {});
  expect(chats.filter((chat) => chat.ConversationId === id)).toHaveLength(1);
});

it('a deleted chat, a missing message and a temporary chat are refused in clear sentences, and start nothing', async () => {
  const refuse = async (convo_id: string, message_id: string) =>
    ada.call(branchChat, { convo_id, message_id, branch_id: randomUUID() });
  const before = (await ada.call(getChats, {})).chats.length;
  const convo_id = await makeChat(ada);
  await ada.call(deleteChat, { convo_id });
  const gone = {
    code: 'not_found',
    detail: 'This chat or this message was deleted, so no new chat can start from it.',
  };
  await expect(refuse(convo_id, answerOf(picnic, 1))).rejects.toMatchObject(gone);
  await expect(refuse(picnic.ConversationId, randomUUID())).rejects.toMatchObject(gone);
  await expect(
    ben.call(branchChat, { convo_id: picnic.ConversationId, message_id: answerOf(picnic, 1), branch_id: randomUUID() }),
  ).rejects.toMatchObject(gone);
  const temporary = (await ada.call(newChat, { temporary: true })).ConversationId;
  await expect(refuse(temporary, randomUUID())).rejects.toMatchObject({ code: 'not_allowed' });
  expect((await ada.call(getChats, {})).chats).toHaveLength(before);
});

/** @proves threat:foreign-id */
it('Ben cannot start a chat under the id of one of Ada’s', async () => {
  const convo_id = await makeChat(ben);
  await ask(ben, { convo_id, text: 'repeat after me: Tea.' });
  const message_id = answerOf(await ben.call(getChat, { convo_id }), 1);
  const branch_id = picnic.ConversationId;
  await expect(ben.call(branchChat, { convo_id, message_id, branch_id })).rejects.toMatchObject({
    code: 'not_found',
  });
  expect(await ada.call(getChat, { convo_id: branch_id })).toEqual(picnic);
});

/** @proves threat:shared-copy */
it('a branch of a shared copy shows Ben no more than the copy', async () => {
  await ada.call(shareChat, { convo_id: picnic.ConversationId, peers: [getPerson('ben').oid] });
  const [copied] = (await ben.call(getChats, {})).chats;
  const copy = await ben.call(getChat, { convo_id: copied?.ConversationId ?? '' });
  const branched = await branch(ben, copy.ConversationId, answerOf(copy, 1));
  expect(read(branched)).toEqual(read(copy).slice(0, 2));
  expect(branched.SharedBy).toBe('Ada Moreau');
  const fileId = picnic.Messages[0]?.files[0]?.scrapedFileId ?? '';
  expect(JSON.stringify(branched)).not.toContain(fileId);
});
