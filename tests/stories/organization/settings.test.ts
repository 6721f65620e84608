import { randomUUID } from 'node:crypto';
import { readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  getOrganizationChanges,
  getOrganizationSettings,
  previewOrganizationSettings,
  restoreOrganizationSettings,
  saveOrganizationSettings,
} from '#contract/admin/admin.ts';
import type { OrganizationSettings } from '#contract/admin/organizationSettings.ts';
import { getUsage, getUsageCsv } from '#contract/admin/usage.ts';
import { generateTitle, newChat } from '#contract/chats/chat.ts';
import { saveRating } from '#contract/chats/feedback.ts';
import type { Client } from '#contract/client.ts';
import { getConfig, getConfigVersion, getLoadingMessages } from '#contract/organization.ts';
import { login } from '#contract/people.ts';
import { getTasks } from '#contract/tasks/tasks.ts';
import { getPerson } from '#sandbox/people.ts';
import { ask, makeChat } from '#tests/harness/client/answers.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';

let app: TestApp;
let ada: Client;
let dev: Client;

beforeAll(async () => {
  app = await startApp();
  [ada, dev] = [app.as('ada'), app.as('dev')];
});
afterAll(() => app.close());

async function save(change: (settings: OrganizationSettings) => Partial<OrganizationSettings>) {
  const { version, settings } = await dev.call(getOrganizationSettings, {});
  return dev.call(saveOrganizationSettings, { version, settings: { ...settings, ...change(settings) } });
}

const systemAlert = { title: 'Maintenance', message: 'AVA is updated on Friday.', date: '2026-11-27' };

/** @proves call:getConfig call:getTasks */
it('Dev changes the alert and a toggle; both apply at once and without a restart', async () => {
  const before = await ada.call(getConfigVersion, {});
  const stored = await save(({ features }) => ({ systemAlert, features: { ...features, tasks: false } }));
  expect(stored.saved_by).toEqual({ id: getPerson('dev').oid, name: getPerson('dev').displayName });
  const { message, version } = await ada.call(getConfig, {});
  expect(message).toMatchObject({ systemAlert, features: { tasks: false } });
  expect(version).not.toBe(before.version);
  await expect(ada.call(getTasks, {})).rejects.toMatchObject({ code: 'switched_off' });

  const { changes } = await dev.call(getOrganizationChanges, {});
  expect(changes[0]).toMatchObject({
    version: stored.version,
    saved_by: { id: getPerson('dev').oid },
    restored_version: null,
    changes: [
      { field: 'systemAlert', from: 'None', to: 'Maintenance · AVA is updated on Friday. · 2026-11-27' },
      { field: 'features.tasks', from: 'On', to: 'Off' },
    ],
  });
  const restored = await dev.call(restoreOrganizationSettings, {
    version: stored.version,
    restored_version: stored.version - 1,
  });
  expect(restored.settings).toMatchObject({ systemAlert: null, features: { tasks: true } });
  await expect(ada.call(getTasks, {})).resolves.toBeDefined();
});

/** @proves call:getLoadingMessages */
it('the messages that are shown while an answer is prepared differ from each other and end with an ellipsis', async () => {
  const { messages } = await ada.call(getLoadingMessages, {});
  expect(messages.length).toBeGreaterThan(1);
  expect(new Set(messages).size).toBe(messages.length);
  for (const message of messages) expect(message).toMatch(/^[A-Z].*…$/);
});

/** @proves threat:settings-access */
it('only administrators read or change settings, and see the usage', async () => {
  const { version, settings } = await dev.call(getOrganizationSettings, {});
  const refused = { code: 'not_allowed' };
  await expect(ada.call(getOrganizationSettings, {})).rejects.toMatchObject(refused);
  await expect(ada.call(saveOrganizationSettings, { version, settings })).rejects.toMatchObject(refused);
  await expect(ada.call(getUsage, {})).rejects.toMatchObject(refused);
  // An administrator of another organization changes nothing here, whatever AVA answers them.
  await app
    .as('carl')
    .call(saveOrganizationSettings, { version, settings: { ...settings, name: 'Fabrikam Works' } })
    .catch(() => null);
  expect((await dev.call(getOrganizationSettings, {})).settings.name).toBe(settings.name);
});

it('a save that is based on an old version answers 409 with the stored settings', async () => {
  const old = await dev.call(getOrganizationSettings, {});
  await save(() => ({ name: 'Northwind Studio and Friends' }));
  const attempt = dev.call(saveOrganizationSettings, {
    version: old.version,
    settings: { ...old.settings, supportEmail: 'help@northwind.example' },
  });
  await expect(attempt).rejects.toMatchObject({
    code: 'organization_changed',
    status: 409,
    data: {
      version: old.version + 1,
      settings: { name: 'Northwind Studio and Friends', supportEmail: old.settings.supportEmail },
    },
  });
});

it('a preview names what would change, and every invalid field', async () => {
  const { settings } = await dev.call(getOrganizationSettings, {});
  const preview = (changed: unknown) => dev.call(previewOrganizationSettings, { settings: JSON.stringify(changed) });
  expect(await preview({ ...settings, retentionDays: 30 })).toEqual({
    problems: [],
    changes: [{ field: 'retentionDays', from: 'None', to: '30' }],
    chats_to_delete: 0,
  });
  const samplePrompts = [{ title: '', prompt: 'Read this', file: 'Guide.pdf' }];
  const { problems } = await preview({ ...settings, samplePrompts, retentionDays: 1 });
  expect(problems).toEqual([
    { path: 'samplePrompts.0.title', message: 'Enter a title' },
    { path: 'retentionDays', message: 'Enter at least 7 days' },
  ]);
  const missingFile = { ...settings, samplePrompts: [{ title: 'Read', prompt: 'Read this', file: 'Guide.pdf' }] };
  expect((await preview(missingFile)).problems).toMatchObject([{ path: 'samplePrompts.0.file' }]);
  await expect(save(() => missingFile)).rejects.toMatchObject({ code: 'invalid_settings' });
  expect((await dev.call(previewOrganizationSettings, { settings: '{"name":' })).problems).toHaveLength(1);
});

it('an edited file applies without a restart, and a broken one keeps the last valid one', async () => {
  const path = join(app.dataDir, 'organization.json');
  const text = await readFile(path, 'utf8');
  const write = async (content: string, second: number) => {
    await writeFile(path, content);
    await utimes(path, second, second);
  };
  const helpPages = { Chat: 'https://northwind.example/chat' };
  await write(JSON.stringify({ ...(JSON.parse(text) as object), helpPages }), 1_000);
  await eventually(async () => expect((await ada.call(getConfig, {})).message.helpPages).toEqual(helpPages));
  await write('{"name":', 2_000);
  await eventually(async () =>
    expect((await dev.call(getOrganizationSettings, {})).problem).toMatch(/not valid JSON.*last valid file is in use/),
  );
  expect((await ada.call(getConfig, {})).message.helpPages).toEqual(helpPages);
  await write(text, 3_000);
  await eventually(async () => expect((await dev.call(getOrganizationSettings, {})).problem).toBeNull());
});

/** @proves threat:usage-without-names */
it('usage counts people, questions, tokens and thumbs, without names and texts', async () => {
  const text = 'repeat after me: quixotic xylophones';
  const { message_id } = await ask(ada, { convo_id: await makeChat(ada), text });
  await ada.call(saveRating, { message_id, reaction: 'like', comment: 'Wonderful.' });
  const [before] = (await dev.call(getUsage, { days: 7 })).days.slice(-1);
  // A title uses tokens as well, but does not count as a question.
  const { ConversationId } = await ada.call(newChat, {});
  await ada.call(generateTitle, { convo_id: ConversationId, text });
  const usage = await dev.call(getUsage, { days: 7 });
  expect(usage.days).toHaveLength(7);
  const today = usage.days.at(-1);
  expect(today).toMatchObject({ people: 1, questions: 1, likes: 1, dislikes: 0, models: [{ questions: 1 }] });
  expect(before?.answer_tokens).toBeGreaterThan(0);
  expect(today?.prompt_tokens).toBeGreaterThan(before?.prompt_tokens ?? Infinity);
  expect(today?.answer_tokens).toBeGreaterThan(before?.answer_tokens ?? Infinity);
  for (const secret of [getPerson('ada').oid, 'xylophones', 'Wonderful'])
    expect(JSON.stringify(usage)).not.toContain(secret);
  const csv = await (await dev.bytes(getUsageCsv, { days: 7 })).text();
  expect(csv.split('\r\n')[0]).toContain('Day,Model,People,Questions');
  expect(csv).toContain(`${today?.day},All models,1,1,`);
});

describe('a budget', () => {
  it('of a person that is used up refuses the question with a sentence that says when it is renewed', async () => {
    const convo_id = await makeChat(ada);
    await save(() => ({ budgets: { person: { day: 1, month: null }, departments: [] } }));
    const attempt = ask(ada, { convo_id, text: 'repeat after me: tea' });
    await expect(attempt).rejects.toMatchObject({ code: 'budget_used_up', status: 429 });
    await expect(attempt).rejects.toThrow(
      /I'm getting too many requests right now\. Please wait a moment before trying again\. Your budget for today is used up\. It is renewed on .* at 00:00 UTC\./,
    );
    const { retryAfter } = (await attempt.catch((error: { retryAfter: number }) => error)) as { retryAfter: number };
    expect(retryAfter).toBeGreaterThan(0);
    await expect(ask(dev, { convo_id: await makeChat(dev), text: 'repeat after me: tea' })).resolves.toBeDefined();
  });

  it('of a department is shared by its people', async () => {
    const departments = [{ department: 'finance', day: null, month: 1 }];
    await save(() => ({ budgets: { person: { day: null, month: null }, departments } }));
    const ben = app.as('ben');
    await ask(ben, { convo_id: await makeChat(ben), text: 'repeat after me: tea', request_id: randomUUID() });
    // Their first visit saves their department.
    await Promise.all([ben.call(login, {}), ada.call(login, {})]);
    await ask(ben, { convo_id: await makeChat(ben), text: 'repeat after me: tea' });
    await expect(ask(ada, { convo_id: await makeChat(ada), text: 'repeat after me: tea' })).rejects.toThrow(
      /Your department's budget for this month is used up/,
    );
  });
});
