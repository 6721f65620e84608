import { randomUUID } from 'node:crypto';
import { deleteChat, getChat, newChat, shareChat } from '#contract/chats/chat.ts';
import type { Client } from '#contract/client.ts';
import {
  deleteRating,
  getOrganizationFeedback,
  getRatings,
  reportAnswer,
  saveRating,
} from '#contract/chats/feedback.ts';
import { searchResponse } from '#contract/sites/search.ts';
import { getSiteInsights } from '#contract/sites/sites.ts';
import { HIDDEN_ANSWER } from '#api/answers/readableHistory.ts';
import { getPerson } from '#sandbox/people.ts';
import { ask, collect, foldAnswer, getLatestChat, makeChat, MODEL } from '#tests/harness/client/answers.ts';
import { makeFinanceCorpus } from '#tests/harness/client/corpora.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';

let app: TestApp;
let siteId: string;
let [ada, ben, cleo, dev]: Client[] = [];

beforeAll(async () => {
  app = await startApp({ features: { knowledgeSearch: true } });
  [ada, ben, cleo, dev] = ['ada', 'ben', 'cleo', 'dev'].map((person) => app.as(person));
  siteId = (await makeFinanceCorpus(as(ada))).kept.siteId;
});
afterAll(() => app.close());

function as(person: Client | undefined): Client {
  if (!person) throw new Error('Nobody is signed in yet.');
  return person;
}

const readSiteFeedback = async (person: Client) => (await person.call(getSiteInsights, { site_id: siteId })).feedback;

async function askFinance(person: Client) {
  const convo_id = (await person.call(newChat, { chat_type: 'search' })).ConversationId;
  const input = { convo_id, event_session_id: randomUUID(), model: MODEL, site_id: siteId, text: 'When is payday?' };
  return { convo_id, ...foldAnswer(await collect(await person.stream(searchResponse, input))) };
}

/** @proves threat:feedback */
it("Ben rates an answer from Finance; its owner Ada reads his comment, but nothing of Ben's chat", async () => {
  const answer = await askFinance(as(ben));
  const rating = { message_id: answer.message_id, reaction: 'dislike', comment: 'The date is old.' } as const;
  await as(ben).call(saveRating, rating);
  expect(await as(ben).call(getRatings, { convo_id: answer.convo_id })).toEqual({ ratings: [rating] });
  const feedback = await readSiteFeedback(as(ada));
  expect(feedback).toEqual({
    likes: 0,
    dislikes: 1,
    comments: [{ reaction: 'dislike', comment: 'The date is old.', date: expect.any(String) }],
  });
  const { oid, displayName } = getPerson('ben');
  for (const secret of [oid, displayName, answer.message_id, answer.convo_id])
    expect(JSON.stringify(feedback)).not.toContain(secret);

  await as(ben).call(saveRating, { ...rating, reaction: 'like', comment: '' });
  expect(await readSiteFeedback(as(ada))).toEqual({ likes: 1, dislikes: 0, comments: [] });
  await as(ben).call(deleteRating, { message_id: answer.message_id });
  expect(await readSiteFeedback(as(ada))).toEqual({ likes: 0, dislikes: 0, comments: [] });
});

/** @proves threat:feedback */
it('only owners read the feedback of a site, and only administrators that of the organization', async () => {
  await expect(readSiteFeedback(as(ben))).rejects.toMatchObject({ code: 'not_allowed' });
  await expect(readSiteFeedback(as(cleo))).rejects.toMatchObject({ code: 'not_found' });
  for (const person of [ada, ben])
    await expect(as(person).call(getOrganizationFeedback, {})).rejects.toMatchObject({ code: 'not_allowed' });
  const chatId = await makeChat(as(cleo));
  const { message_id } = await ask(as(cleo), {
    convo_id: chatId,
    event_session_id: randomUUID(),
    text: 'repeat after me: tea',
  });
  await as(cleo).call(saveRating, { message_id, reaction: 'like', comment: 'Nice.' });
  const feedback = await as(dev).call(getOrganizationFeedback, {});
  expect(feedback.comments).toContainEqual({ reaction: 'like', comment: 'Nice.', date: expect.any(String) });
  const stranger = await app
    .as('carl')
    .call(getOrganizationFeedback, {})
    .catch((error: unknown) => error);
  expect(JSON.stringify(stranger)).not.toContain('Nice.');
});

/** @proves threat:feedback */
describe('a report of an answer', () => {
  const readReports = async () => (await as(dev).call(getOrganizationFeedback, {})).reports;
  const report = (message_id: string, fields: object = {}) =>
    as(cleo).call(reportAnswer, { message_id, reason: 'hateful' as const, comment: 'It insults us.', ...fields });

  async function askCleo(text: string): Promise<{ convo_id: string; message_id: string }> {
    const convo_id = await makeChat(as(cleo));
    const { message_id } = await ask(as(cleo), { convo_id, text: `repeat after me: ${text}` });
    return { convo_id, message_id };
  }

  it('reaches the administrators without the person and without the answer, unless Cleo sends it', async () => {
    const { convo_id, message_id } = await askCleo('Rude words.');
    await report(message_id);
    const [read] = await readReports();
    expect(read).toEqual({ reason: 'hateful', comment: 'It insults us.', date: expect.any(String), answer: null });
    const { oid, displayName } = getPerson('cleo');
    for (const secret of [oid, displayName, message_id, convo_id, 'Rude words'])
      expect(JSON.stringify(await readReports())).not.toContain(secret);
    await report(message_id, { with_answer: true });
    expect((await readReports())[0]).toMatchObject({ answer: 'Rude words.' });
    expect(await as(cleo).call(getRatings, { convo_id })).toMatchObject({ ratings: [{ reaction: 'dislike' }] });
  });

  it('is withdrawn with the rating, and deleted with the chat', async () => {
    const { convo_id, message_id } = await askCleo('More rude words.');
    const count = (await readReports()).length;
    await report(message_id);
    await as(cleo).call(saveRating, { message_id, reaction: 'dislike', comment: 'Bad.' });
    expect(await readReports()).toHaveLength(count + 1);
    await as(cleo).call(saveRating, { message_id, reaction: 'like', comment: '' });
    expect(await readReports()).toHaveLength(count);
    await report(message_id, { with_answer: true });
    await as(cleo).call(deleteChat, { convo_id });
    expect(await readReports()).toHaveLength(count);
  });

  it('shows an administrator no answer that is based on files that they cannot read', async () => {
    const { message_id } = await askFinance(as(ben));
    await as(ben).call(reportAnswer, { message_id, reason: 'private', with_answer: true });
    expect((await readReports())[0]).toMatchObject({ reason: 'private', answer: HIDDEN_ANSWER });
    expect((await readSiteFeedback(as(ada))).comments).toEqual([]);
    await as(ben).call(deleteRating, { message_id });
  });

  it('is refused for a question and for another person’s answer', async () => {
    const { convo_id, message_id } = await askCleo('Fine words.');
    const chat = await as(cleo).call(getChat, { convo_id });
    await expect(report(chat.Messages[0]?.message_id ?? '')).rejects.toMatchObject({ code: 'not_found' });
    await expect(as(ben).call(reportAnswer, { message_id, reason: 'other' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

it('a question, or another person’s answer, cannot be rated', async () => {
  const answer = await askFinance(as(ben));
  const chat = await as(ben).call(getChat, { convo_id: answer.convo_id });
  const question = chat.Messages[0]?.message_id ?? '';
  const rate = (person: Client | undefined, message_id: string) =>
    as(person).call(saveRating, { message_id, reaction: 'like', comment: '' });
  await expect(rate(ben, question)).rejects.toMatchObject({ code: 'not_found' });
  await expect(rate(ada, answer.message_id)).rejects.toMatchObject({ code: 'not_found' });
});

it('a shared copy of a chat has no ratings', async () => {
  const answer = await askFinance(as(ben));
  await as(ben).call(saveRating, { message_id: answer.message_id, reaction: 'dislike', comment: 'Between us.' });
  await as(ben).call(shareChat, { convo_id: answer.convo_id, convo_type: 'search', peers: [getPerson('ada').oid] });
  const copy = await getLatestChat(as(ada));
  expect(copy.SharedBy).not.toBeNull();
  expect(await as(ada).call(getRatings, { convo_id: copy.ConversationId })).toEqual({ ratings: [] });
});
