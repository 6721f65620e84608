import { randomUUID } from 'node:crypto';
import { callByName, makeExampleInput, personalCalls } from '#tests/harness/http/exampleCalls.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import type { PersonData } from '#tests/harness/client/personData.ts';

/** Ids that do not exist. They are enough, because a toggle is checked before anything is looked up. */
const nobodys = new Proxy({} as PersonData, { get: () => randomUUID() });

const features = {
  chat: false,
  uploadBlob: false,
  knowledgeSearch: false,
  showMeetingTranscripts: false,
  teamsBotEnabled: false,
  tasks: false,
};

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await startApp({ features });
  token = await app.getToken({ person: 'ada' });
});
afterAll(() => app.close());

/** @proves threat:feature-toggles */
describe('an organization with all features turned off', () => {
  it.each(personalCalls)('rejects %s if the call belongs to a feature', async (name, { toggle }) => {
    const reply = await callByName(app, name, makeExampleInput(name, nobodys), token);
    const code = toggle === 'uploadBlob' ? 'uploads_off' : 'switched_off';
    if (toggle !== null) expect(reply).toMatchObject({ status: 403, json: { code } });
    else expect(reply.text).not.toMatch(/switched_off|uploads_off/);
  });

  it('reports the features as off to the tab', async () => {
    const { json } = await callByName(app, 'getConfig', {}, token);
    expect(json).toMatchObject({ message: { features } });
  });
});
