import { setBotNotices, takeBotNotice } from '#contract/bot.ts';
import { decideAccess, getAccessRequests, requestAccess } from '#contract/sites/accessRequests.ts';
import { getSites, type Site } from '#contract/sites/sites.ts';
import { getPerson } from '#sandbox/people.ts';
import { makeCorpus } from '#tests/harness/client/corpora.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';

let app: TestApp;
let finance: Site;
beforeAll(async () => {
  app = await startApp({ features: { knowledgeSearch: true, teamsBotEnabled: true } });
  finance = await makeCorpus(app.as('ada'), 'Finance');
  for (const person of ['ada', 'ben', 'cleo'])
    await app.as(person).call(setBotNotices, { reference: `the chat of ${person}` });
});
afterAll(() => app.close());

const cleo = getPerson('cleo');
const list = (person: string) => app.as(person).call(getAccessRequests, {});
const takeNotices = async (person: string) => (await app.as(person).call(takeBotNotice, {})).access;
const ask = async () => {
  const { inaccessibleSites } = await app.as('cleo').call(getSites, {});
  const link = inaccessibleSites.find(({ name }) => name === 'Finance')?.link ?? '';
  return app.as('cleo').call(requestAccess, { link });
};
const decide = (person: string, decision: 'granted' | 'declined') =>
  app.as(person).call(decideAccess, { site_id: finance.SiteId, person_id: cleo.oid, decision });

/** @proves call:getAccessRequests call:requestAccess */
it('Cleo asks for access to Finance, and its owner Ada sees it, in AVA and by the bot, but Ben, a member, does not', async () => {
  expect(await ask()).toEqual({ link: finance.SiteLink, state: 'open' });
  expect(await ask()).toEqual({ link: finance.SiteLink, state: 'open' });
  expect(await list('cleo')).toEqual({ mine: [{ link: finance.SiteLink, state: 'open' }], received: [] });
  expect((await list('ada')).received).toMatchObject([
    { site_id: finance.SiteId, person_id: cleo.oid, name: cleo.displayName, email: cleo.mail },
  ]);
  expect((await list('ben')).received).toEqual([]);
  expect(await takeNotices('ada')).toEqual([{ site: 'Finance', person: cleo.displayName, state: 'open' }]);
  expect(await takeNotices('ada')).toEqual([]);
  for (const person of ['ben', 'cleo']) expect(await takeNotices(person)).toEqual([]);
});

/** @proves call:decideAccess */
it('only an owner answers the request, once; Cleo learns it, and can ask again the next day', async () => {
  await expect(decide('ben', 'granted')).rejects.toMatchObject({ code: 'not_allowed' });
  await expect(decide('cleo', 'granted')).rejects.toMatchObject({ code: 'not_found' });
  await decide('ada', 'declined');
  await expect(decide('ada', 'granted')).rejects.toMatchObject({ code: 'not_found' });
  expect((await list('ada')).received).toEqual([]);
  expect(await list('cleo')).toEqual({ mine: [{ link: finance.SiteLink, state: 'declined' }], received: [] });
  expect(await takeNotices('cleo')).toEqual([{ site: 'Finance', person: '', state: 'declined' }]);
  expect(await ask()).toMatchObject({ state: 'declined' });
  expect(await takeNotices('ada')).toEqual([]);
});

it('nobody asks for a site that they can read, or for one that does not exist', async () => {
  const unknown = { link: `${finance.SiteLink}-2` };
  await expect(app.as('ada').call(requestAccess, { link: finance.SiteLink })).rejects.toMatchObject({
    code: 'not_found',
  });
  await expect(app.as('cleo').call(requestAccess, unknown)).rejects.toMatchObject({ code: 'not_found' });
});
