import type { Visit } from '#tests/harness/browser/visit.ts';
import { askAndWait, waitForDialog } from './actions.ts';
import type { Scene } from './scenes.ts';

const options = (visit: Visit) => visit.tab.getByRole('listbox', { name: 'Suggestions' });

async function typeIn(visit: Visit, text: string): Promise<void> {
  await visit.composer.click();
  await visit.page.keyboard.type(text);
}

/** Selects the text of the last answer, as a person does with the mouse. */
export async function selectAnswer(visit: Visit): Promise<void> {
  await visit.answers.last().locator('[data-quotable] p').last().click({ clickCount: 3 });
  await visit.tab.getByRole('button', { name: 'Quote', exact: true }).waitFor();
}

export async function openAnswerMenu(visit: Visit, item: string | null = null): Promise<void> {
  await visit.answers.last().getByRole('button', { name: 'More actions' }).click();
  if (item !== null) await visit.tab.getByRole('menuitem', { name: item }).click();
}

/** Lets another model answer the last question, too. */
export async function askAnotherModel(visit: Visit): Promise<void> {
  await visit.answers.last().getByRole('button', { name: 'Regenerate' }).click();
  await visit.tab.getByRole('menu').getByRole('menuitem').last().click();
  await visit.answers.last().getByText('2/2', { exact: true }).waitFor();
  await visit.waitForAnswer();
}

const clearComposer = async (visit: Visit) => {
  await visit.composer.press('Escape');
  await visit.composer.press('Control+a');
  await visit.composer.press('Backspace');
};

/** Scenes of habits from other assistants: lists in the composer, quotes, branches, reports, comparing, dictation. */
export const habitScenes: Record<string, Scene> = {
  slashList: {
    act: async (visit) => {
      await typeIn(visit, '/');
      await options(visit).getByRole('group', { name: 'People' }).waitFor();
    },
    leave: clearComposer,
  },
  mentionList: {
    act: async (visit) => {
      await typeIn(visit, 'Ask @ben');
      await options(visit).getByRole('group', { name: 'People' }).waitFor();
    },
    leave: clearComposer,
  },
  listFailed: {
    act: async (visit) => {
      await visit.page.route('**/user/peers*', (route) => route.abort());
      await typeIn(visit, '@');
      await visit.tab.getByText("Couldn't load: People").waitFor();
    },
    leave: async (visit) => {
      await visit.page.unroute('**/user/peers*');
      await clearComposer(visit);
    },
  },
  selectedAnswer: {
    act: async (visit) => {
      await askAndWait(visit);
      await selectAnswer(visit);
    },
  },
  quotedAnswer: {
    after: 'selectedAnswer',
    act: async (visit) => {
      await visit.tab.getByRole('button', { name: 'Quote', exact: true }).click();
      await visit.tab.getByRole('region', { name: 'Quote from an answer' }).waitFor();
      await typeIn(visit, 'What does this cost?');
    },
  },
  quotingQuestion: {
    after: 'quotedAnswer',
    act: async (visit) => {
      await visit.composer.press('Enter');
      await visit.waitForAnswer();
    },
  },
  answerMenu: { after: 'quotingQuestion', act: (visit) => openAnswerMenu(visit) },
  reportDialog: {
    after: 'answerMenu',
    act: async (visit) => {
      await visit.tab.getByRole('menuitem', { name: 'Report a harmful answer' }).click();
      await waitForDialog(visit, 'Report a harmful answer');
      await visit.tab.getByRole('radio', { name: 'It insults or discriminates against people' }).check();
      await visit.tab.getByRole('checkbox', { name: 'Also send the text of this answer' }).check();
    },
  },
  branchedChat: {
    act: async (visit) => {
      await askAndWait(visit);
      await openAnswerMenu(visit, 'Start a new chat from here');
      await visit.tab.getByText(/^This new chat continues from/).waitFor();
    },
  },
  comparedAnswers: {
    act: async (visit) => {
      await askAndWait(visit);
      await askAnotherModel(visit);
      await visit.answers.last().getByRole('button', { name: 'Compare answers' }).click();
      await waitForDialog(visit, 'Compare answers');
      await visit.tab.getByRole('button', { name: 'Continue with this answer' }).waitFor();
    },
  },
  dictationNotice: {
    act: async (visit) => {
      await visit.tab.getByRole('button', { name: 'Dictate' }).click();
      await visit.tab.getByText('Before you dictate').waitFor();
    },
  },
};
