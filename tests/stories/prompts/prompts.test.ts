import { randomUUID } from 'node:crypto';
import { isAvaError } from '#contract/errors.ts';
import {
  createPrompt,
  deletePrompt,
  getFilePrompts,
  getPromptVersions,
  restorePrompt,
  restorePromptVersion,
  updatePrompt,
  type Prompt,
} from '#contract/prompts/prompts.ts';
import { login } from '#contract/people.ts';
import type { Site } from '#contract/sites/sites.ts';
import { getPerson } from '#sandbox/people.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { makeCorpus } from '#tests/harness/client/corpora.ts';
import { eventually } from '#tests/harness/eventually.ts';

let app: TestApp;
/** Ada owns Finance, Ben can read it, Cleo cannot. */
let finance: Site;
beforeAll(async () => {
  app = await startApp({ features: { knowledgeSearch: true } });
  finance = await makeCorpus(app.as('ada'), 'Finance');
});
afterAll(() => app.close());

const list = async (person: string) => (await app.as(person).call(getFilePrompts, {})).prompts;
const find = async (person: string, { prompt_id: id }: Pick<Prompt, 'prompt_id'>) =>
  (await list(person)).find(({ prompt_id: other }) => other === id);

interface Fields {
  prompt_id?: string;
  prompt_title?: string;
  prompt_text?: string;
  labels?: string;
  is_private?: boolean;
  teams?: string;
}

const write = (person: string, fields: Fields = {}) =>
  app.as(person).call(createPrompt, { prompt_title: `Tea ${randomUUID()}`, prompt_text: 'When is tea?', ...fields });

const toFields = ({ prompt_id, prompt_title, prompt_text, labels, is_private, teams, version }: Prompt) => ({
  prompt_id,
  prompt_title,
  prompt_text,
  labels,
  is_private,
  teams,
  version,
});

const shared = { is_private: false };

describe('who sees a prompt', () => {
  /** @proves threat:prompt-readers call:getFilePrompts call:createPrompt */
  it('is decided by privacy and teams', async () => {
    const secret = await write('ada');
    const forAll = await write('ada', shared);
    const forFinance = await write('ada', { ...shared, teams: finance.SiteId });
    const seen = async (person: string) =>
      Promise.all([secret, forAll, forFinance].map(async (prompt) => (await find(person, prompt)) !== undefined));
    expect(await seen('ada')).toEqual([true, true, true]);
    expect(await seen('ben')).toEqual([false, true, true]);
    expect(await seen('cleo')).toEqual([false, true, false]);
  });

  it('does not depend on the address in the call', async () => {
    const secret = await write('ada');
    const { prompts } = await app.as('cleo').call(getFilePrompts, { user_email: getPerson('ada').mail });
    expect(prompts.map(({ prompt_id: id }) => id)).not.toContain(secret.prompt_id);
  });

  it('is shown with the creator, and the rights of the caller', async () => {
    const prompt = await write('ada', { ...shared, labels: 'Word, PDF,pdf', teams: finance.SiteId });
    expect(prompt).toMatchObject({
      labels: 'word,pdf',
      labels_text: 'Word, PDF',
      prompt_type: 'file',
      prompt_role: 'user',
      teams: finance.SiteId,
      creator_name: 'Ada Moreau',
      creator_email: getPerson('ada').mail,
      creator_id: getPerson('ada').oid,
      version: 1,
      mine: true,
      can: { edit: true, delete: true },
    });
    const { mine: _mine, can: _can, ...same } = prompt;
    expect(await find('ben', prompt)).toEqual({ ...same, mine: false, can: { edit: false, delete: false } });
  });
});

describe('the teams of a person', () => {
  it('are the sites that they can read', async () => {
    const team = { id: finance.SiteId, name: 'Finance' };
    expect((await app.as('ben').call(login, {})).teams).toContainEqual(team);
    expect((await app.as('cleo').call(login, {})).teams).not.toContainEqual(team);
  });

  it('are the only ones that they can share with', async () => {
    const fields = { ...shared, teams: finance.SiteId };
    await expect(write('cleo', fields)).rejects.toMatchObject({ code: 'not_found' });
    const prompt = await write('cleo', shared);
    const update = app.as('cleo').call(updatePrompt, { ...toFields(prompt), ...fields });
    await expect(update).rejects.toMatchObject({ code: 'not_found' });
  });

  /** @proves call:updatePrompt */
  it('are cleared when a prompt becomes private', async () => {
    const prompt = await write('ada', { ...shared, teams: finance.SiteId });
    const update = { ...toFields(prompt), is_private: true };
    expect(await app.as('ada').call(updatePrompt, update)).toMatchObject({ is_private: true, teams: '' });
    expect(await find('ben', prompt)).toBeUndefined();
  });
});

describe('only the creator', () => {
  /** @proves threat:prompt-editors */
  it('edits and deletes; others learn nothing of what they cannot see', async () => {
    const forAll = await write('ada', shared);
    const secret = await write('ada');
    for (const [prompt, code] of [
      [forAll, 'not_allowed'],
      [secret, 'not_found'],
    ] as const) {
      const { prompt_id } = prompt;
      const ben = app.as('ben');
      for (const call of [
        ben.call(updatePrompt, { ...toFields(prompt), prompt_text: 'Now!' }),
        ben.call(deletePrompt, { prompt_id }),
        ben.call(restorePrompt, { prompt_id }),
        ben.call(getPromptVersions, { prompt_id }),
        ben.call(restorePromptVersion, { prompt_id, restored_version: 1, version: 1 }),
      ])
        await expect(call).rejects.toMatchObject({ code });
      expect(await find('ada', prompt)).toEqual(prompt);
    }
  });
});

describe('two devices of the creator', () => {
  /** @proves threat:prompt-on-two-devices */
  it('never overwrite each other silently', async () => {
    const prompt = await write('ada', shared);
    const save = (text: string, version: number) =>
      app.as('ada').call(updatePrompt, { ...toFields(prompt), prompt_text: text, version });
    const results = await Promise.allSettled([save('From the phone', 1), save('From the desk', 1)]);
    const saved = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
    expect(saved).toMatchObject([{ version: 2 }]);
    const [error] = refused;
    expect(error).toMatchObject({ code: 'newer_version', status: 409 });
    // The error contains what the other device has saved, so that the person can decide.
    expect(isAvaError(error) && error.data).toEqual(saved[0]);
    expect(await save('Both', 2)).toMatchObject({ version: 3, prompt_text: 'Both' });
  });

  it('create a prompt once, if they repeat a call', async () => {
    const fields = { prompt_id: randomUUID(), prompt_title: `Once ${randomUUID()}`, prompt_text: 'Tea?' };
    const [first, second] = await Promise.all([write('ada', fields), write('ada', fields)]).catch(async () => [
      await write('ada', fields),
      await write('ada', fields),
    ]);
    expect(second).toEqual(first);
    await expect(write('ada', { ...fields, prompt_text: 'Cake?' })).rejects.toMatchObject({ code: 'newer_version' });
    await expect(write('ben', fields)).rejects.toMatchObject({ code: 'not_found' });
  });

  /** @proves call:deletePrompt */
  it('learn that a prompt was deleted while it was edited', async () => {
    const prompt = await write('ada');
    await app.as('ada').call(deletePrompt, { prompt_id: prompt.prompt_id });
    const update = app.as('ada').call(updatePrompt, toFields(prompt));
    await expect(update).rejects.toMatchObject({ code: 'not_found' });
    expect(await find('ada', prompt)).toBeUndefined();
    expect(await app.as('ada').call(restorePrompt, { prompt_id: prompt.prompt_id })).toEqual(prompt);
    expect(await find('ada', prompt)).toEqual(prompt);
  });
});

describe('a title', () => {
  /** @proves threat:prompt-editors */
  it('is refused if a prompt that the person sees has it already, among private or among shared prompts', async () => {
    const name = `Straße ${randomUUID()}`;
    const other = { prompt_title: `  STRASSE ${name.slice(7).toUpperCase()} ` };
    const refused = { code: 'prompt_exists', detail: 'A prompt with this title already exists.' };
    await write('ada', { prompt_title: name });
    await expect(write('ada', other)).rejects.toMatchObject(refused);
    // A private and a shared prompt can have the same title.
    await write('ada', { ...shared, ...other, teams: finance.SiteId });
    await expect(write('ben', { ...shared, prompt_title: name })).rejects.toMatchObject(refused);
    // Private prompts, and shared ones that the creator can't see, do not count.
    await write('ben', { prompt_title: name });
    const cleos = await write('cleo', { ...shared, prompt_title: name });
    expect(cleos).toMatchObject({ prompt_title: name });
    // A change that keeps the title is saved, although another prompt has the same title by now.
    const update = { ...toFields(cleos), prompt_text: 'Now' };
    expect(await app.as('cleo').call(updatePrompt, update)).toMatchObject({ version: 2 });
  });

  it('is free again after a deletion, which then cannot be undone', async () => {
    const fields = { prompt_title: `Free ${randomUUID()}` };
    const { prompt_id } = await write('ada', fields);
    await app.as('ada').call(deletePrompt, { prompt_id });
    await write('ada', fields);
    await expect(app.as('ada').call(restorePrompt, { prompt_id })).rejects.toMatchObject({ code: 'prompt_exists' });
  });
});

describe('versions', () => {
  it('are listed for the creator, and restored as a new one that is shared as before', async () => {
    const first = await write('ada', { prompt_text: 'One', labels: 'pdf' });
    const { prompt_id, prompt_title } = first;
    const ada = app.as('ada');
    const second = { ...toFields(first), prompt_text: 'Two', labels: '', ...shared };
    await ada.call(updatePrompt, second);
    const { versions } = await ada.call(getPromptVersions, { prompt_id });
    expect(versions).toMatchObject([
      { version: 2, prompt_text: 'Two', labels_text: '', is_private: false },
      { version: 1, prompt_text: 'One', labels_text: 'PDF', is_private: true },
    ]);
    const restore = { prompt_id, restored_version: 1, version: 2 };
    const restored = { prompt_title, prompt_text: 'One', labels: 'pdf', is_private: false, version: 3 };
    expect(await ada.call(restorePromptVersion, restore)).toMatchObject(restored);
    await expect(ada.call(restorePromptVersion, restore)).rejects.toMatchObject({ code: 'newer_version' });
    const missing = ada.call(restorePromptVersion, { ...restore, restored_version: 9, version: 3 });
    await expect(missing).rejects.toMatchObject({ code: 'not_found' });
  });
});

it.each(['nonsense', '%00', 'null', `${randomUUID()}x`])(
  'the id "%s" is refused with a sentence',
  async (prompt_id) => {
    await expect(app.as('ada').call(deletePrompt, { prompt_id })).rejects.toMatchObject({ code: 'bad_request' });
  },
);

/** @proves threat:prompt-readers */
it('Inés loses access to a team, and within a minute no longer sees its prompts; her own stay', async () => {
  const [fromAda, hers] = [
    await write('ada', { ...shared, teams: finance.SiteId }),
    await write('ines', { ...shared, teams: finance.SiteId }),
  ];
  expect(await find('ines', fromAda)).toMatchObject({ teams: finance.SiteId });
  await app.control('graph', 'access', { person: 'ines', site: 'finance', role: 'none' });
  await eventually(async () => expect(await find('ines', fromAda)).toBeUndefined(), { everyMs: 1_000 });
  expect(await find('ines', hers)).toEqual(hers);
  // She can still edit the prompt, which stays shared with its team.
  const update = { ...toFields(hers), prompt_text: 'Later' };
  expect(await app.as('ines').call(updatePrompt, update)).toMatchObject({ version: 2, teams: finance.SiteId });
});

it('a long list is sent compressed to clients that can read that', async () => {
  const elif = app.as('elif');
  for (let number = 1; number <= 6; number += 1)
    await elif.call(createPrompt, {
      prompt_title: `Long ${number}`,
      prompt_text: 'x'.repeat(20_000),
      labels: '',
      teams: '',
    });
  const authorization = `Bearer ${await app.getToken({ person: 'elif' })}`;
  const fetchList = (accepted: string) =>
    fetch(`${app.url}/get_file_prompts`, { headers: { authorization, 'accept-encoding': accepted } });
  const [compressed, plain] = [await fetchList('gzip, br'), await fetchList('identity')];
  expect([compressed, plain].map(({ headers }) => headers.get('content-encoding'))).toEqual(['gzip', null]);
  expect(await compressed.text()).toBe(await plain.text());
});
