import { FluentProvider, teamsLightTheme } from '@fluentui/react-components';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Organization, SamplePrompt } from '#contract/organization.ts';
import { finishWelcome } from '#contract/people.ts';
import { api } from '#tab/api.ts';
import { session } from '#tab/state/session.state.ts';
import { beginComposerStory, chatId, endComposerStory } from '#tab/testing/composerStory.tsx';
import { ada, sampleOrganization, signedInAsAda } from '#tab/testing/samples.ts';
import { chats } from '#tab/features/chat/chat.state.ts';
import { fillDraft } from '#tab/features/chat/composer/draft/draft.actions.ts';
import Welcome from './Welcome.tsx';
import { welcomeTexts } from './welcome.texts.ts';

const mockSubmit = jest.fn();
jest.mock('#tab/features/chat/composer/submitDraft.ts', () => ({
  submitDraft: (...input: unknown[]) => mockSubmit(...input),
}));
jest.mock('#tab/state/browserDatabase.ts', () => ({
  readDatabase: async () => null,
  writeDatabase: async () => undefined,
  deleteDatabase: async () => undefined,
}));

const question: SamplePrompt = { title: 'Learn what works here', prompt: 'What can you do?' };
const aboutFile: SamplePrompt = { title: 'Summarize a file', prompt: 'Summarize it.', file: 'Handbook.pdf' };
const call = jest.spyOn(api, 'call');

beforeEach(() => {
  beginComposerStory();
  chats.openId = chatId;
  mockSubmit.mockReset().mockResolvedValue({ name: 'yes' });
  call.mockReset().mockResolvedValue({ first_login: false } as never);
});
afterEach(endComposerStory);

function show(samplePrompts: SamplePrompt[], features: Partial<Organization['features']> = {}) {
  const organization = sampleOrganization({ samplePrompts });
  const person = { ...ada, first_login: true };
  const changed = { ...organization, features: { ...organization.features, ...features } };
  session.status = { name: 'signedIn', ...signedInAsAda(), organization: changed, person };
  render(
    <FluentProvider theme={teamsLightTheme}>
      <Welcome chatId={chatId} />
    </FluentProvider>,
  );
}

it('asks a question for Ada with one click', async () => {
  show([question]);
  expect(screen.getByRole('heading', { name: 'Welcome to AVA, Ada' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Try it: Learn what works here' }));
  await waitFor(() => expect(mockSubmit).toHaveBeenCalledWith(chatId, 0));
});

it('does not send what Ada has started to write', async () => {
  show([question]);
  fillDraft(chatId, 'Dear team,');
  await userEvent.click(screen.getByRole('button', { name: /^Try it/ }));
  expect(await screen.findByText(welcomeTexts.failed)).toBeVisible();
  expect(mockSubmit).not.toHaveBeenCalled();
});

it('a welcome that Ada has skipped is never shown again', async () => {
  show([question]);
  await userEvent.click(screen.getByRole('button', { name: 'Skip' }));
  expect(call).toHaveBeenCalledWith(finishWelcome, {});
  expect(session.status).toMatchObject({ person: { first_login: false } });
});

it('names only what the organization has turned on', () => {
  show([aboutFile, question], { uploadBlob: false, tasks: false });
  expect(screen.getByRole('button', { name: 'Try it: Learn what works here' })).toBeVisible();
  expect(screen.queryByText(welcomeTexts.facts.uploadBlob.title)).toBeNull();
  expect(screen.queryByText(welcomeTexts.facts.tasks.title)).toBeNull();
  expect(screen.getByText(welcomeTexts.facts.knowledgeSearch.title)).toBeVisible();
});

it('suggests a question of AVA in an organization without sample prompts', () => {
  show([]);
  expect(screen.getByRole('button', { name: 'Try it: What AVA can do' })).toBeVisible();
});
