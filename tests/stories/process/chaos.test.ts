import { answerKill } from '../../chaos/answerKill.ts';
import { reloadRace } from '../../chaos/reloadRace.ts';
import { sendRace } from '../../chaos/sendRace.ts';
import { startApp, type TestApp } from '../../harness/app/startApp.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ process: 'own', store: 'embedded' });
});
afterAll(() => app.close());

// Runs each of these stories once or twice; `npm run chaos` repeats all of them more often.
it.each([
  { story: sendRace, name: sendRace.name, times: 2 },
  { story: reloadRace, name: reloadRace.name, times: 2 },
  { story: answerKill, name: answerKill.name, times: 1 },
])('$name passes', async ({ story, times }) => {
  for (let round = 0; round < times; round += 1) await story.round(app);
});
