import { SEARCH_MAIL, useTools } from '#tests/harness/client/functionCalls.ts';
import {
  RICH_MARKDOWN,
  SPECIAL_MARKDOWN,
  THOUGHTS,
  askAndWait,
  askWithFile,
  editQuestion,
  openWorkspace,
  openWorkspaceTab,
  getSource,
  hideWorkspace,
  waitForDialog,
} from './actions.ts';
import type { Scene } from './scenes.ts';

const makeFailure = (scenario: object): Scene => ({
  act: async (visit, app) => {
    await app.control('models', 'scenario', scenario);
    await visit.ask('write 60 words about the summer budget');
    await visit.answers.last().getByRole('alert').waitFor();
  },
});

/** Scenes of answers: while they are written, with everything that they can contain, and with their actions. */
export const answerScenes: Record<string, Scene> = {
  streaming: {
    act: async (visit, app) => {
      await app.control('models', 'pace', { ms: 300, wordsPerDelta: 8 });
      await visit.ask('write 300 words about moving the office');
      await visit.stop.waitFor();
      await visit.page.waitForTimeout(1_200);
    },
  },
  thinking: {
    act: async (visit, app) => {
      await app.control('models', 'scenario', { name: 'script', thoughts: THOUGHTS, text: 'Yes.', chunk: 40, ms: 400 });
      await visit.page.clock.install();
      await visit.ask('How do we move the office?');
      await visit.answers.last().getByRole('button', { name: 'AVA is thinking...' }).click();
      await visit.page.clock.fastForward(83_000);
      await visit.answers
        .last()
        .getByText(/^1 min 2\d s$/)
        .waitFor();
    },
    // The scene replaces the clock of the page.
    leavesTraces: true,
  },
  thoughts: {
    act: async (visit, app) => {
      await app.control('models', 'scenario', {
        name: 'script',
        thoughts: THOUGHTS,
        text: 'The archive goes first, on Monday.',
        chunk: 4_000,
      });
      await askAndWait(visit, 'How do we move the office?');
    },
  },
  thoughtsOpen: {
    after: 'thoughts',
    act: async (visit) => {
      await visit.answers.last().getByRole('button', { name: 'Thoughts' }).click();
    },
  },
  rich: {
    act: async (visit, app) => {
      await app.control('models', 'scenario', { name: 'script', text: RICH_MARKDOWN, chunk: 400 });
      await askAndWait(visit, 'How do we move the office?');
    },
  },
  lookedUp: {
    act: async (visit) => {
      await askAndWait(visit, SEARCH_MAIL);
      await visit.answers
        .last()
        .getByRole('button', { name: /Search mail/ })
        .click();
      await visit.answers.last().getByRole('list', { name: 'Results' }).waitFor();
    },
  },
  long: { act: (visit) => askAndWait(visit, 'write 600 words about moving the office') },
  stopped: {
    act: async (visit, app) => {
      // A slow pace, because drawing each update takes time.
      await app.control('models', 'pace', { ms: 400, wordsPerDelta: 12 });
      await visit.ask('write 300 words about moving the office');
      await visit.page.waitForTimeout(600);
      await visit.stop.click();
      await visit.answers.getByText('You stopped this answer.').waitFor();
    },
  },
  functions: {
    act: async (visit) => {
      await askAndWait(visit, useTools(['find_files', { words: 'travel policy' }], ['read_file', { file: 'f1' }]));
      await visit.answers
        .last()
        .getByRole('button', { name: /^Find files/ })
        .click();
      await visit.answers.last().getByRole('list', { name: 'Results' }).waitFor();
    },
  },
  functionStates: {
    act: async (visit) => {
      const calls = [
        'list_meetings with {"coming_days":900}',
        'find_people with {"name":"Nobody"}',
        'workplace_canteen_menu with {"day":"Tuesday"}',
        'workplace_find_free_room with {"seats":900}',
      ];
      await askAndWait(visit, calls.map((call) => `use the tool ${call}`).join(' and '));
      await visit.answers
        .last()
        .getByRole('button', { name: /^List meetings/ })
        .click();
      await visit.answers.last().getByText('Nothing found').waitFor();
      const rows = visit.answers.last().getByRole('list', { name: 'What AVA looked up' });
      for (const tool of ['canteen menu', 'find free room'])
        await rows.getByRole('button', { name: new RegExp(`^Workplace: ${tool}`) }).click();
    },
  },
  failed: makeFailure({ name: '500', status: 500 }),
  tooMany: makeFailure({ name: '429', retryAfter: 1 }),
  cutOff: makeFailure({ name: 'errorAfter', deltas: 5 }),
  parts: {
    act: async (visit, app) => {
      await app.control('models', 'scenario', { name: 'script', text: SPECIAL_MARKDOWN, chunk: 400 });
      await askAndWait(visit, 'Show me code, a formula and a diagram');
      await visit.tab.getByRole('img', { name: 'Diagram' }).first().waitFor();
    },
  },
  answer: { act: askWithFile },
  citation: {
    after: 'answer',
    act: async (visit) => {
      await getSource(visit).hover();
      await visit.tab.locator('.fui-PopoverSurface').waitFor();
    },
  },
  insights: {
    after: 'answer',
    act: async (visit) => {
      await visit.answers.last().hover();
      await visit.answers.last().getByRole('button', { name: 'Insights' }).click();
      await waitForDialog(visit, 'Insights');
    },
  },
  regenerate: {
    after: 'answer',
    act: async (visit) => {
      await visit.answers.last().hover();
      await visit.tab.getByRole('button', { name: 'Regenerate' }).click();
      await visit.tab.getByRole('menuitem', { name: 'Try again' }).waitFor();
    },
  },
  feedback: {
    after: 'answer',
    act: async (visit) => {
      await visit.answers.last().hover();
      await visit.tab.getByRole('button', { name: 'Bad answer' }).last().click();
      await visit.tab.getByText('Anything to add?').waitFor();
    },
  },
  viewer: {
    after: 'answer',
    act: async (visit) => {
      await getSource(visit).click();
      await visit.tab.locator('mark').first().waitFor();
    },
    leave: hideWorkspace,
  },
  results: {
    after: 'answer',
    act: async (visit) => {
      await visit.answers.last().hover();
      await visit.answers.last().getByRole('button', { name: 'Keep', exact: true }).click();
      await visit.tab.getByRole('menuitem', { name: 'Keep in Results' }).click();
      await visit.tab.getByText('Kept in Results').waitFor();
      await openWorkspace(visit);
      await openWorkspaceTab(visit, 'Results');
    },
    leave: hideWorkspace,
  },
  editQuestion: {
    after: 'answer',
    act: async (visit) => {
      await editQuestion(visit, 'write 40 words about the winter budget');
    },
  },
  versions: {
    after: 'editQuestion',
    act: async (visit) => {
      await visit.tab.getByRole('button', { name: 'Send', exact: true }).first().click();
      await visit.tab.getByText('2/2', { exact: true }).first().waitFor();
      await visit.waitForAnswer();
      await visit.answers.last().hover();
      await visit.tab.getByRole('button', { name: 'Regenerate' }).click();
      await visit.tab.getByRole('menuitem', { name: 'Try again' }).click();
      await visit.answers.last().getByText('2/2', { exact: true }).waitFor();
      await visit.waitForAnswer();
      await visit.answers.last().hover();
    },
  },
};
