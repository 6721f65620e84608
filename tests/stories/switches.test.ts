import { randomUUID } from 'node:crypto';
import { endpoints } from '../../api/contract/endpoints.ts';
import { callNamed, exampleOf } from '../harness/exampleAsks.ts';
import { startApp, type TestApp } from '../harness/startApp.ts';
import type { Things } from '../harness/things.ts';

const personal = Object.entries(endpoints).filter(([, endpoint]) => endpoint.access === 'person');
/** Nothing here belongs to anybody: a switch is asked before anything is looked up. */
const nobodys = new Proxy({} as Things, { get: () => randomUUID() });

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await startApp({ features: { chat: false, uploadBlob: false } });
  token = await app.token({ person: 'ada' });
});
afterAll(() => app.close());

describe('an organisation without Chat and without uploads', () => {
  it.each(personal)('%s', async (name, { toggle }) => {
    const reply = await callNamed(app, name, exampleOf(name, nobodys), token);
    if (toggle === 'chat' || toggle === 'uploadBlob') {
      expect(reply).toMatchObject({ status: 403, json: { code: 'switched_off' } });
    } else expect(reply.text).not.toContain('switched_off');
  });

  it('tells the tab so', async () => {
    const { json } = await callNamed(app, 'getConfig', {}, token);
    expect(json).toMatchObject({ message: { features: { chat: false, uploadBlob: false } } });
  });
});
