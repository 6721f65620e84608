import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { SamplePrompt } from '#contract/organization.ts';
import { AvaError } from '#contract/errors.ts';
import { api } from '#tab/api.ts';
import { toasts } from '#tab/shell/toasts/toasts.ts';
import { beginComposerStory, chatId, endComposerStory } from '#tab/testing/composerStory.tsx';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import { drafts } from '#tab/features/chat/composer/draft/draft.state.ts';
import { toOutput } from '#tab/features/chat/composer/output.ts';
import { Splash } from './Splash.tsx';

const mockPrompts: SamplePrompt[] = [
  { title: 'Summarize a file', prompt: 'Summarize the attached file.', file: 'Handbook.pdf' },
  { title: 'Learn what works here', prompt: 'What can you do?' },
];
jest.mock('#tab/state/browserDatabase.ts', () => ({
  readDatabase: async () => null,
  writeDatabase: async () => undefined,
  deleteDatabase: async () => undefined,
}));
jest.mock('#tab/state/session.state.ts', () => ({
  ...jest.requireActual<object>('#tab/state/session.state.ts'),
  useOrganization: () => ({ samplePrompts: mockPrompts }),
}));

const fetchBytes = jest.spyOn(api, 'bytes');

beforeEach(() => {
  beginComposerStory();
  fetchBytes.mockReset();
  jest.spyOn(api, 'upload').mockImplementation(() => new Promise(() => undefined));
});
afterEach(endComposerStory);

const showSplash = () =>
  render(
    <FluentProvider theme={webLightTheme}>
      <Splash chatId={chatId} />
    </FluentProvider>,
  );
const getDraft = () => drafts[chatId];

it('fills the composer and attaches the file of the prompt, once', async () => {
  fetchBytes.mockResolvedValue(new Blob(['%PDF-1.7']));
  showSplash();
  const card = screen.getByRole('button', { name: /Summarize a file.*Handbook\.pdf/ });
  await userEvent.click(card);
  await userEvent.click(card);
  await waitFor(() => expect(getDraft()?.files.map(({ name }) => name)).toEqual(['Handbook.pdf']));
  expect(fetchBytes).toHaveBeenCalledTimes(1);
  expect(toOutput(getDraft()?.document ?? []).text).toContain('Summarize the attached file.');
});

it('attaches nothing for a prompt without a file', async () => {
  showSplash();
  await userEvent.click(screen.getByRole('button', { name: /Learn what works here/ }));
  expect(toOutput(getDraft()?.document ?? []).text).toBe('What can you do?');
  expect(fetchBytes).not.toHaveBeenCalled();
});

it('says that the file could not be attached, and tries again at the next click', async () => {
  fetchBytes.mockRejectedValueOnce(new AvaError('unexpected'));
  fetchBytes.mockResolvedValueOnce(new Blob(['%PDF-1.7']));
  showSplash();
  const card = screen.getByRole('button', { name: /Summarize a file/ });
  await userEvent.click(card);
  await waitFor(() => expect(JSON.stringify(toasts)).toContain(chatTexts.sampleFileFailed('Handbook.pdf')));
  await userEvent.click(card);
  await waitFor(() => expect(getDraft()?.files).toHaveLength(1));
});
