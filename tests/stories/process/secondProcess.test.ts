import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { getChat } from '../../../api/contract/chats/chat.ts';
import { expectHealthyProcess } from '../../harness/http/responseChecks.ts';
import { startApp, type TestApp } from '../../harness/app/startApp.ts';
import { collect, foldAnswer, makeChat, openAnswer } from '../../harness/client/answers.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp({ process: 'own', store: 'embedded' });
});
afterAll(() => app.close());
afterEach(() => expectHealthyProcess(app));

describe('a second API process', () => {
  it('on the same data exits with a sentence and does not disturb the first', async () => {
    const ada = app.as('ada');
    const convo_id = await makeChat(ada);
    const message = { convo_id, request_id: randomUUID(), text: 'write 100 words about tea' };
    const events = collect(await openAnswer(ada, message));
    const { code, output } = await app.runSecond({ PORT: '0' });
    expect(code).toBeGreaterThan(0);
    expect(output.trim()).toMatch(
      /^The data folder \S+ is in use by process \d+ on \S+ since \S+\. Only one AVA process .*\.$/,
    );
    const answer = foldAnswer(await events);
    const { Messages } = await ada.call(getChat, { convo_id });
    expect(Messages[1]).toMatchObject({ state: { name: 'complete' }, content: answer.content });
  });

  it('on the same port exits with a sentence', async () => {
    const { code, output } = await app.runSecond({ DATA_DIR: join(app.dataDir, 'other') });
    expect(code).toBeGreaterThan(0);
    const { port } = new URL(app.url);
    expect(output.trim()).toMatch(new RegExp(`^The port is in use: .*${port}\\. Set PORT to another one\\.$`));
    expect((await fetch(`${app.url}/health`)).status).toBe(200);
  });

  it('with an invalid environment reports all problems at once', async () => {
    const { code, output } = await app.runSecond({
      PORT: '70000',
      ENTRA_TENANT_ID: 'northwind',
      ENTRA_CLIENT_SECRET: '',
      GRAPH_BASE_URL: 'graph',
      ORGANIZATION_FILE: 'none.json',
    });
    expect(code).toBeGreaterThan(0);
    const [first, ...problems] = output.trim().split('\n');
    expect(first).toBe('The environment is not complete:');
    const variables = problems.map((problem) => /^ {2}- ([A-Z_]+) /.exec(problem)?.[1]);
    expect(variables.toSorted()).toEqual([
      'ENTRA_CLIENT_SECRET',
      'ENTRA_TENANT_ID',
      'GRAPH_BASE_URL',
      'ORGANIZATION_FILE',
      'PORT',
    ]);
    expect(output).not.toMatch(/\n\s+at |node_modules/);
  });
});
