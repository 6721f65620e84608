import { randomUUID } from 'node:crypto';
import { cancelChatResponse, getAnswerMetadata, getChat, getChats, newChat, shareChat } from '#contract/chats/chat.ts';
import { saveRating } from '#contract/chats/feedback.ts';
import { continueResponse, regenerateSearchResponse } from '#contract/chats/versions.ts';
import { exportAnswer, exportChat } from '#contract/exports/exports.ts';
import type { Client } from '#contract/client.ts';
import { searchResponse } from '#contract/sites/search.ts';
import { getSiteInsights, type Site } from '#contract/sites/sites.ts';
import { getPerson } from '#sandbox/people.ts';
import { fillCorpus } from '#tests/harness/client/corpora.ts';
import { makeTask, mentionSites, runAll } from '#tests/harness/client/tasks.ts';
import { send } from '#tests/harness/http/request.ts';
import { collect, foldAnswer, MODEL } from '#tests/harness/client/answers.ts';
import { getPromptText, listAnswerRequests } from '#tests/harness/app/modelRequests.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';

let app: TestApp;
let ben: Client;
/** Ben can read Finance, Travel and People & Culture, which has no indexed file. Farid's Board is closed to him. */
let [finance, travel, people]: Site[] = [];

beforeAll(async () => {
  app = await startApp({ features: { knowledgeSearch: true, functionCalling: false, tasks: true } });
  ben = app.as('ben');
  finance = await fillCorpus(
    app.as('ada'),
    'Finance',
    (name) => name.startsWith('Audit'),
    'Name the year of every figure.',
  );
  travel = await fillCorpus(app.as('ines'), 'Travel', () => true);
  people = await fillCorpus(app.as('elif'), 'People & Culture', () => false);
  await fillCorpus(app.as('farid'), 'Board Minutes', () => true, 'Keep the boathouse quiet.');
});
afterAll(() => app.close());
beforeEach(() => app.control('models', 'reset'));

const question = 'How often are travel advances settled, and which hotel do we stay at in Merrow?';
const idsOf = (...sites: (Site | undefined)[]) => sites.map((site) => site?.SiteId ?? '');
const readPrompts = async () => (await listAnswerRequests(app)).map(getPromptText).join('\n');
const say = (reply: object) => app.control('models', 'scenario', { name: 'script', count: 1, ...reply });

async function ask(text: string, site_ids: string[]) {
  const { ConversationId: convo_id } = await ben.call(newChat, { chat_type: 'search' });
  const input = { event_session_id: randomUUID(), model: MODEL, text, convo_id, site_ids };
  return { ...foldAnswer(await collect(await ben.stream(searchResponse, input))), convo_id };
}

/** Asks for an answer that takes long, stops it after its first citation, and returns it. */
async function askAndStop(site_ids: string[]) {
  await say({ text: '{"queries": ["hotel in Merrow", "settled travel advances"]}', match: '</question>' });
  await say({ text: `We stay at the Heron [1]. ${'It is near the station. '.repeat(400)}`, ms: 20, match: question });
  const { ConversationId: convo_id } = await ben.call(newChat, { chat_type: 'search' });
  const input = { event_session_id: randomUUID(), model: MODEL, convo_id, text: question, site_ids };
  for await (const event of await ben.stream(searchResponse, input))
    if (event.type === 'citations')
      await ben.call(cancelChatResponse, { convo_id, event_session_id: input.event_session_id });
  const [, stopped] = (await ben.call(getChat, { convo_id })).Messages;
  if (!stopped) throw new Error('The chat has no answer.');
  expect(stopped).toMatchObject({ state: { name: 'stopped' }, links: [{ number: 1 }] });
  return { convo_id, stopped };
}

/** Continues an answer with this text of the model. */
async function continueWith(text: string, convo_id: string, message_id: string) {
  await app.control('models', 'reset');
  await say({ text, match: 'Continue your last answer' });
  const input = { event_session_id: randomUUID(), model: MODEL, convo_id, message_id };
  return foldAnswer(await collect(await ben.stream(continueResponse, input)));
}

describe('an answer from Finance and Travel', () => {
  it('an exported answer names the site of each source', async () => {
    await say({ text: '{"queries": ["hotel in Merrow", "settled travel advances"]}', match: '</question>' });
    await say({ text: 'One says so [1], and another [2].', match: question });
    const { convo_id: chat_id, message_id } = await ask(question, idsOf(finance, travel));
    const { url } = await ben.call(exportAnswer, { chat_id, message_id, format: 'md', name: 'Hotels' });
    const { text } = await send(app.url, { method: 'GET', path: url });
    expect(text).toMatch(/Hotels We Like\.pdf.*, page 1 \(Travel\)/);
    expect(text).toMatch(/Audit Letter 2025\.pdf.*, page \d \(Finance\)/);
  });

  it('an export of a copy, in which Ada has asked Finance only, does not hint at the other site whose sources are hidden', async () => {
    const { convo_id } = await ask(question, idsOf(finance, travel));
    await ben.call(shareChat, { convo_id, convo_type: 'search', peers: [getPerson('ada').oid] });
    const ada = app.as('ada');
    const [copy] = (await ada.call(getChats, { limit: 1 })).chats;
    const chat_id = copy?.ConversationId ?? '';
    const input = { event_session_id: randomUUID(), model: MODEL, convo_id: chat_id, site_id: finance?.SiteId ?? '' };
    const own = await collect(
      await ada.stream(searchResponse, { ...input, text: 'When are travel advances settled?' }),
    );
    expect(foldAnswer(own).links).toMatchObject([{ site: finance?.SiteId }]);
    const { url } = await ada.call(exportChat, { chat_id, format: 'md', name: 'Copy' });
    const { text } = await send(app.url, { method: 'GET', path: url });
    expect(text).toContain('Audit');
    expect(text).not.toMatch(/\((?:Finance|Travel)\)/);
  });

  it('is written again from both', async () => {
    const { convo_id, message_id } = await ask(question, idsOf(finance, travel));
    const input = { convo_id, message_id, event_session_id: randomUUID(), model: MODEL };
    const again = foldAnswer(
      await collect(await ben.stream(regenerateSearchResponse, { ...input, site_ids: idsOf(finance, travel) })),
    );
    expect(again.calls[0]).toMatchObject({ asked: 'Finance, Travel' });
  });

  it('is continued from the same passages of both after Ben has stopped it', async () => {
    const { convo_id, stopped } = await askAndStop(idsOf(finance, travel));
    const rest = 'Another source says so [2].';
    const { message_id, calls } = stopped;
    const whole = await continueWith(rest, convo_id, message_id);
    expect(whole).toMatchObject({ message_id, state: { name: 'complete', finish: 'stop' }, calls });
    expect(whole.content.startsWith(stopped.content)).toBe(true);
    expect(whole.content.endsWith(rest)).toBe(true);
    expect(whole.links[0]).toEqual(stopped.links[0]);
    expect(new Set(whole.links.map(({ site }) => site))).toEqual(new Set(idsOf(finance, travel)));
    const prompts = (await listAnswerRequests(app)).map(getPromptText);
    const prompt = prompts.find((text) => text.includes('Continue your last answer')) ?? '';
    for (const text of ['the Heron', 'ravel advances', 'Name the year of every figure']) expect(prompt).toContain(text);
    expect(prompt).not.toContain('boathouse');
  });

  it('says at the end of its continuation what it leaves out, as a whole answer does', async () => {
    const sites = [...idsOf(people, travel), '0'.repeat(32)];
    const gaps = /\n\n\*One of the sites you chose can't be searched now[^*]* People & Culture that you can read\.\*$/;
    expect((await ask(question, sites)).content).toMatch(gaps);
    const { convo_id, stopped } = await askAndStop(sites);
    expect(stopped.content).not.toContain("can't be searched");
    const { message_id } = stopped;
    expect((await continueWith('That is all.', convo_id, message_id)).content).toMatch(gaps);
    expect(await ben.call(getAnswerMetadata, { message_id })).not.toHaveProperty('searched');
  });

  /** @proves threat:feedback */
  it('is rated for the owners of the sites that it cites, and for no other', async () => {
    await say({ text: '{"queries": ["hotel in Merrow"]}', match: '</question>' });
    await say({ text: 'We stay at the Heron [1].', match: question });
    const { message_id, links } = await ask(question, idsOf(finance, travel));
    expect(links).toMatchObject([{ site: travel?.SiteId }]);
    await ben.call(saveRating, { message_id, reaction: 'dislike', comment: 'We no longer do.' });
    const read = async (owner: string, [site_id = '']: string[]) =>
      (await app.as(owner).call(getSiteInsights, { site_id })).feedback;
    expect(await read('ines', idsOf(travel))).toMatchObject({
      dislikes: 1,
      comments: [{ reaction: 'dislike', comment: 'We no longer do.' }],
    });
    expect(await read('ada', idsOf(finance))).toEqual({ likes: 0, dislikes: 0, comments: [] });
  });
});

it('a step of a task that mentions Finance and Travel reads the best passages of both, in one ranking', async () => {
  const { taskId, stepIds } = await makeTask(ben, { prompts: ['repeat after me: go', 'repeat after me: search'] });
  await mentionSites(ben, taskId, ['Finance', 'Travel'], question);
  const output = (await runAll(ben, taskId)).outputs[stepIds[1] ?? ''];
  expect(output?.state.name).toBe('complete');
  const prompt = (await listAnswerRequests(app)).map(getPromptText).find((text) => text.includes('the Heron')) ?? '';
  expect(prompt.indexOf('the Heron')).toBeLessThan(prompt.indexOf('be settled every quarter'));
  expect(output?.links.length).toBeGreaterThan(0);
});

/** @proves threat:unreadable-site */
it('a step runs on the mentioned sites that are left, says that others are not, and names none of these', async () => {
  const runStep = async (names: string[]) => {
    const { taskId, stepIds } = await makeTask(ben, { prompts: ['repeat after me: go', 'repeat after me: search'] });
    await mentionSites(ben, taskId, names, 'Which hotel do we stay at in Merrow?');
    return (await runAll(ben, taskId)).outputs[stepIds[1] ?? ''];
  };
  const [closed, unknown] = [await runStep(['Travel', 'Board Minutes']), await runStep(['Travel', 'Atlantis'])];
  expect(closed?.state).toEqual({ name: 'complete', finish: 'stop' });
  expect(closed?.content).toMatch(
    /\S\n\n\*One of the sites you chose can't be searched now, so this answer comes from the others\.\*$/,
  );
  expect(closed?.content).toBe(unknown?.content);
  for (const secret of ['boathouse', 'Minutes 2026']) expect(await readPrompts()).not.toContain(secret);
  expect((await runStep(['Travel', 'People & Culture', 'Board Minutes', 'Atlantis']))?.content).toMatch(
    /\n\n\*2 of the sites you chose can't be searched now[^*]*I found nothing about this in the files of People & Culture/,
  );
  expect((await runStep(['Travel']))?.content).not.toContain('\n\n*');
  expect(await runStep(['Board Minutes', 'Atlantis'])).toMatchObject({
    state: { name: 'failed', error: { code: 'invalid_mention' } },
  });
});
