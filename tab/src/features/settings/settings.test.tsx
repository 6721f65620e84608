import { FluentProvider, teamsLightTheme } from '@fluentui/react-components';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { AvaError } from '#contract/errors.ts';
import { defaultSettings, getSettings, saveSettings as saveSettingsCall, type Settings } from '#contract/settings.ts';
import { refreshSession } from '#contract/people.ts';
import { api } from '#tab/api.ts';
import { setWorkspacePx } from '#tab/shell/layout/layout.actions.ts';
import { dialogs, closeDialog } from '#tab/shell/dialogs.ts';
import { toasts } from '#tab/shell/toasts/toasts.ts';
import { session } from '#tab/state/session.state.ts';
import type { FakeApi } from '#tab/testing/fakeApi.ts';
import { sampleMetadata, sampleModel, sampleOrganization, signedInAsAda } from '#tab/testing/samples.ts';
import GeneralSettingsDialog from './GeneralSettingsDialog.tsx';
import ModeSettingsDialog from './ModeSettingsDialog.tsx';
import { getChatModel } from '#tab/features/chat/chatSettings.actions.ts';
import { chats } from '#tab/features/chat/chat.state.ts';
import { loadSettings, saveSettings } from './settings.actions.ts';
import { settings } from './settings.state.ts';
import { SettingsChip } from '#tab/features/chat/composer/SettingsChip.tsx';
import { SystemAlert } from './SystemAlert.tsx';
import { startSavingWidth } from './useWorkspaceWidth.ts';

jest.mock('#tab/api.ts');
jest.mock('#tab/state/log.ts');
jest.mock('#tab/state/encryptedStorage.ts', () => ({
  readEncrypted: () => Promise.resolve(null),
  writeEncrypted: () => Promise.resolve(),
}));

const server = api as FakeApi;
const recommended = sampleModel({ model_alias: 'best', model_name: 'Best', label: 'Best (Recommended)' });
const beta = sampleModel({ model_alias: 'gpt-4.1-foundry-2025-04-14', model_name: 'gpt-4.1', label: 'GPT-4.1' });

let saved: Settings;

beforeEach(async () => {
  saved = structuredClone(defaultSettings);
  server.reset();
  server.answer(getSettings, () => ({ settings: saved }));
  server.answer(saveSettingsCall, (ask) => {
    saved = { ...saved, ...(ask.settings as Partial<Settings>) };
    return { settings: saved };
  });
  session.status = { name: 'signedIn', ...signedInAsAda(), models: [beta, recommended] };
  toasts.entries = [];
  chats.metadata = [];
  closeDialog();
  await loadSettings();
});

afterEach(() => jest.useRealTimers());

function show(children: ReactNode) {
  return render(<FluentProvider theme={teamsLightTheme}>{children}</FluentProvider>);
}

/** @shows Use Concise Mode */
/** @shows Settings saved */
it('changes model, style and concise mode only on Save', async () => {
  const user = userEvent.setup();
  const onClose = jest.fn();
  show(<ModeSettingsDialog mode="chat" chatId="new" onClose={onClose} />);
  expect(screen.getByRole('heading', { name: 'Chat' })).toBeVisible();
  expect(screen.getAllByRole('radio').map((radio) => radio.closest('span')?.textContent)).toEqual([
    'Best (Recommended)Data to June 2024',
    'GPT-4.1 (Beta - possible inconsistent messages)Data to June 2024',
  ]);

  await user.click(screen.getByRole('radio', { name: /Best/ }));
  fireEvent.change(screen.getByRole('slider', { name: 'Response style' }), { target: { value: '2' } });
  await user.click(screen.getByRole('switch', { name: /Use Concise Mode/ }));
  expect(server.requestsTo(saveSettingsCall)).toEqual([]);
  expect(getChatModel('new')).toEqual(beta);

  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(saved.chat).toEqual({ selectedModel: 'best', selectedTemperature: 'Creative', useConciseMode: true });
  expect(getChatModel('new')).toEqual(recommended);
  expect(toasts.entries.map(({ text }) => text)).toEqual(['Settings saved']);
});

it.each([
  ['ks', 'Knowledge Search'],
  ['task', 'Task'],
] as const)('the dialog has the title for %s and closes with Escape', async (mode, title) => {
  const onClose = jest.fn();
  show(<ModeSettingsDialog mode={mode} chatId="new" onClose={onClose} />);
  expect(screen.getByRole('heading', { name: title })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalled();
});

it("stays open with Ada's changes when saving fails", async () => {
  server.answer(saveSettingsCall, () => {
    throw new AvaError('store_unavailable');
  });
  const onClose = jest.fn();
  const user = userEvent.setup();
  show(<ModeSettingsDialog mode="chat" chatId="new" onClose={onClose} />);
  await user.click(screen.getByRole('radio', { name: /Best/ }));
  await user.click(screen.getByRole('button', { name: 'Save' }));

  expect(await screen.findByText('Failed to save user settings')).toBeVisible();
  expect(screen.getByRole('radio', { name: /Best/ })).toBeChecked();
  expect(onClose).not.toHaveBeenCalled();
  expect(settings.chat.selectedModel).toBe(beta.model_alias);
});

it('shows the chosen model of Chat on the chip and changes it from its list', async () => {
  const user = userEvent.setup();
  show(<SettingsChip mode="chat" chatId="new" />);
  await user.click(screen.getByRole('button', { name: /AI model: GPT-4.1 \(Beta/ }));
  await user.click(within(screen.getByRole('menu')).getByRole('menuitemradio', { name: /Best/ }));
  expect(await screen.findByRole('button', { name: 'AI model: Best (Recommended)' })).toBeVisible();
  await waitFor(() => expect(saved.chat.selectedModel).toBe('best'));
});

/** @shows Concise Response */
it('summarizes the settings of Knowledge Search and opens its dialog', async () => {
  settings.ks.useConciseMode = true;
  chats.metadata = [sampleMetadata({ ConversationId: 'search', ConversationType: 'knowledge_search' })];
  show(<SettingsChip mode="ks" chatId="search" />);
  const button = screen.getByRole('button', { name: /AVA Settings/ });
  expect(button).toHaveTextContent('Best (Recommended) · Analytic · Concise Response · Data to June 2024');
  await userEvent.click(button);
  expect(dialogs.open).toEqual({ name: 'modeSettings', mode: 'ks', chatId: 'search' });
});

it('saves the custom instructions and a changed switch', async () => {
  const user = userEvent.setup();
  const onClose = jest.fn();
  show(<GeneralSettingsDialog onClose={onClose} />);
  await user.type(screen.getByLabelText('Custom instructions'), 'Answer in short sentences.');
  await user.click(screen.getByRole('switch', { name: /Prompt history navigation/ }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(saved).toMatchObject({ customInstructions: 'Answer in short sentences.', promptHistoryNavigation: true });
});

/** @shows Failed to get user settings */
it('offers a retry when settings fail to load', async () => {
  server.answer(getSettings, () => {
    throw new AvaError('store_unavailable');
  });
  await loadSettings();
  show(<GeneralSettingsDialog onClose={jest.fn()} />);
  expect(screen.getByText('Failed to get user settings')).toBeVisible();
  server.answer(getSettings, () => ({ settings: saved }));
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByLabelText('Custom instructions')).toBeVisible();
});

it('saves the width of the workspace a second after the last move, unless panel sizes are not remembered', async () => {
  jest.useFakeTimers();
  const stop = startSavingWidth();
  setWorkspacePx(420);
  await jest.advanceTimersByTimeAsync(999);
  setWorkspacePx(460);
  await jest.advanceTimersByTimeAsync(999);
  expect(server.requestsTo(saveSettingsCall)).toEqual([]);
  await jest.advanceTimersByTimeAsync(1);
  expect(saved.panelSizes).toEqual({ workspace: 460 });

  settings.stickyPanelSizes = false;
  setWorkspacePx(500);
  await jest.advanceTimersByTimeAsync(5_000);
  expect(server.requestsTo(saveSettingsCall)).toHaveLength(1);
  stop();
});

it('reverts a change that the server rejects', async () => {
  server.answer(saveSettingsCall, () => {
    throw new AvaError('too_many_requests');
  });
  await expect(saveSettings({ defaultTheme: 'dark' })).rejects.toThrow('Failed to save user settings');
  expect(settings.defaultTheme).toBe('teams');
});

it('reads the profile again when answers begin to use it, and says if that fails', async () => {
  server.answer(refreshSession, () => ({ ...signedInAsAda().person, title: 'Head of Finance' }));
  await saveSettings({ microsoftUserProfileData: false });
  expect(server.requestsTo(refreshSession)).toEqual([]);
  await saveSettings({ microsoftUserProfileData: true });
  await waitFor(() => expect(session.status).toMatchObject({ person: { title: 'Head of Finance' } }));
  server.answer(refreshSession, () => {
    throw new AvaError('graph_unavailable');
  });
  await saveSettings({ microsoftUserProfileData: false });
  await saveSettings({ microsoftUserProfileData: true });
  await waitFor(() => expect(toasts.entries.map(({ text }) => text)).toEqual(['Failed to refresh profile info']));
});

it('a system alert that was dismissed stays hidden on a second device, until its text changes', async () => {
  const systemAlert = { title: 'Maintenance', message: 'AVA rests on Saturday.', date: '2026-11-21' };
  const announce = (changes: object) => {
    const organization = sampleOrganization({ systemAlert: { ...systemAlert, ...changes } });
    session.status = { name: 'signedIn', ...signedInAsAda(), organization };
  };
  announce({});
  const first = show(<SystemAlert />);
  expect(await screen.findByText(/AVA rests on Saturday/)).toHaveTextContent('Nov 21, 2026');
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(screen.queryByText(/AVA rests/)).toBeNull());
  expect(saved.dismissedAlert).toContain('AVA rests on Saturday.');
  first.unmount();

  await loadSettings();
  show(<SystemAlert />);
  expect(screen.queryByText(/AVA rests/)).toBeNull();
  announce({ message: 'AVA rests on Sunday.' });
  expect(await screen.findByText(/AVA rests on Sunday/)).toBeVisible();
});
