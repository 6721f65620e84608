import { errors } from '#contract/errors.ts';
import { getHealth } from '#contract/organization.ts';
import { getFunctionGroups, getSiteCandidates, getSiteOwnership, getSites } from '#contract/sites/sites.ts';
import { makeCorpus } from '#tests/harness/client/corpora.ts';
import { openTeamsChat } from '#tests/harness/bot/teamsChat.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ bot: true });
  await makeCorpus(app.as('ada'), 'Finance');
});
afterAll(() => app.close());

const setSecret = (state: 'valid' | 'wrong' | 'expired') => app.control('identity', 'secret', { state });
const refusal = { code: 'setup_refused', detail: errors.setup_refused.detail };

describe.each([
  ['wrong', 'AADSTS7000215'],
  ['expired', 'AADSTS7000222'],
] as const)('while the client secret is %s', (state, code) => {
  beforeAll(() => setSecret(state));
  afterAll(() => setSecret('valid'));

  /** @proves threat:refused-client-secret */
  it('Ben’s lists of sites say that the setup has a problem, instead of being empty', async () => {
    const ben = app.as('ben');
    await expect(ben.call(getSites, {})).rejects.toMatchObject(refusal);
    await expect(ben.call(getFunctionGroups, {})).rejects.toMatchObject(refusal);
    await expect(ben.call(getSiteCandidates, { search: '' })).rejects.toMatchObject(refusal);
  });

  it('Ben is not told that he owns no site', async () => {
    const site_id = 'a'.repeat(32);
    await expect(app.as('ben').call(getSiteOwnership, { site_id })).rejects.toMatchObject(refusal);
  });

  /** @proves threat:refused-client-secret */
  it('the administrator finds the cause in the log and its code in the health of the API', async () => {
    expect((await app.as('ada').call(getHealth, {})).entra).toBe(code);
    expect(app.readLog()).toContain(code);
    expect(app.readLog()).toContain('ENTRA_CLIENT_SECRET');
    expect(app.readLog()).not.toMatch(/eyJ[\w-]{20,}|sandbox-secret/);
  });
});

it('Cleo’s bot gives the reason when she wants to search, and the health is good when the secret is mended', async () => {
  const chat = openTeamsChat(app, 'cleo');
  // Signs in with a command. A question would let the functions read her sites, which would then be cached.
  await chat.send('chats');
  await chat.waitForAnswer();
  await setSecret('expired');
  // Signs out, so that she gets a new token, for which no exchange is cached.
  await chat.send('sign out');
  await chat.waitForAnswer(1);
  await chat.send('search');
  await eventually(async () => expect(JSON.stringify(await chat.listMessages())).toContain('its setup has a problem'), {
    everyMs: 100,
  });

  await setSecret('valid');
  await app.as('cleo').call(getSites, {});
  expect((await app.as('cleo').call(getHealth, {})).entra).toBe('ok');
});
