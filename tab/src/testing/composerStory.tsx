import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act, cleanup, createEvent, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ChatMetadata } from '#contract/chats/chat.ts';
import type { Model } from '#contract/models.ts';
import { api } from '#tab/api.ts';
import { activeRuns } from '#tab/runs/activeRuns.ts';
import { chats, emptyChats, type Entry } from '#tab/features/chat/chat.state.ts';
import { Composer } from '#tab/features/chat/composer/Composer.tsx';
import { saveDraftsNow } from '#tab/features/chat/composer/draft/draft.actions.ts';
import { drafts } from '#tab/features/chat/composer/draft/draft.state.ts';
import type { ChatFile } from '#tab/features/files/files.state.ts';
import { settings } from '#tab/features/settings/settings.state.ts';
import { layout } from '#tab/shell/layout/layout.state.ts';
import { setStorageOwner } from '#tab/state/storageOwner.ts';
import { session } from '#tab/state/session.state.ts';

export const chatId = 'c0ffee00-0000-4000-8000-000000000001';
export const ada = { tenantId: 'northwind', id: 'ada' };
const visionModel = createModel('GPT-4.1', ['chat_completion', 'image_input']);
export const textModel = createModel('Words only', ['chat_completion']);

function createModel(label: string, modalities: Model['modalities']): Model {
  const numbers = { context_window: 100_000, max_output_tokens: 4_000, model_context_window: 100_000 };
  const names = { model_alias: label, model_name: label, deployment_name: label, label };
  const rest = { model_max_tokens: 4_000, temperature: 0.5, top_p: 0.9, data_cutoff_datestring: '' };
  return { ...names, ...numbers, ...rest, description: '', short_description: '', modalities };
}

export const createEntry = (source: Entry['source'], content: string, files: Entry['files'] = []): Entry => ({
  key: content,
  message_id: content,
  source,
  content,
  files,
  timestamp: '2026-05-04T09:00:00.000Z',
  state: { name: 'complete', finish: 'stop' },
  run_id: null,
  seq: 1,
  links: [],
  thoughts: null,
  calls: [],
  followUpQuestions: [],
  delivery: 'stored',
  failure: null,
  loadingMessage: '',
  connection: 'live',
});

export const pdf: ChatFile = {
  id: 'f1',
  name: 'Report.pdf',
  fileType: 'PDF',
  size: 2_000,
  date: '2026-05-04T09:00:00.000Z',
  state: 'ready',
  content: { kind: 'text', fileId: 'c0ffee00-0000-4000-8000-00000000000b', tokens: 40, bytes: 1_000 },
};
export const photo: ChatFile = {
  ...pdf,
  id: 'f2',
  name: 'photo.png',
  fileType: 'PNG',
  state: 'ready',
  content: { kind: 'image', mime: 'image/png', base64: 'AAAA', width: 10, height: 10, tokens: 255 },
};

export const stream = jest.spyOn(api, 'stream');
export const call = jest.spyOn(api, 'call');

/** A stream that is open and sends nothing. */
function accepted() {
  const silence = { next: () => new Promise(() => undefined) };
  return { headers: new Headers(), [Symbol.asyncIterator]: () => silence };
}

/** Opens a new chat for Ada. */
export function beginComposerStory(): void {
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  localStorage.clear();
  setStorageOwner(ada);
  activeRuns.clear();
  for (const id of Object.keys(drafts)) delete drafts[id];
  Object.assign(chats, emptyChats());
  chats.open[chatId] = {
    loading: { name: 'ready' },
    entries: [],
    earlier: { name: 'none' },
    isAutoscrolling: true,
    sendCount: 0,
  };
  Object.assign(settings, { promptHistoryNavigation: false });
  settings.chat = { selectedModel: visionModel.label, selectedTemperature: 'Balanced', useConciseMode: false };
  layout.width = 'wide';
  const features = { uploadBlob: true, functionCalling: false };
  session.status = {
    name: 'signedIn',
    person: ada,
    organization: { features },
    models: [visionModel, textModel],
  } as unknown as typeof session.status;
  const metadata: ChatMetadata = {
    ConversationId: chatId,
    ConversationType: 'standard_chat',
    Title: 'New Chat',
    LastUpdated: '2026-05-04T09:00:00.000Z',
    WorkspaceId: null,
    FileViewerId: null,
    ChatCorpus: null,
    ChatSites: null,
    ChatSettings: null,
    SharedBy: null,
    Pinned: false,
    FolderId: null,
    Unread: false,
    Temporary: false,
  };
  call.mockReset().mockResolvedValue(metadata as never);
  stream.mockReset().mockImplementation(async () => accepted() as never);
}

export function endComposerStory(): void {
  cleanup();
  session.status = { name: 'starting' };
}

export async function openComposer() {
  const shown = render(
    <FluentProvider theme={webLightTheme}>
      <Composer chatId={chatId} mode="chat" />
    </FluentProvider>,
  );
  await waitFor(() => expect(drafts[chatId]?.filesLoaded).toBe(true));
  await act(async () => undefined);
  return shown;
}

/** Simulates a reload: everything in memory is gone. */
export function leavePage() {
  saveDraftsNow();
  cleanup();
  for (const id of Object.keys(drafts)) delete drafts[id];
}

export const editor = () => screen.getByRole('textbox', { name: 'Message to AVA' });
export const button = () => screen.getByRole('button', { name: /^(Send|Stop)$/ });
export const getEditorLines = () =>
  Array.from(editor().querySelectorAll('p'), (line) => line.textContent?.replace(/\uFEFF/g, ''));
export const getSentText = () => (stream.mock.lastCall?.[1] as { text: string } | undefined)?.text;

export async function typeMessage(text: string) {
  await userEvent.click(editor());
  await userEvent.type(editor(), text);
}

export async function paste(text: string, files: File[] = []) {
  const clipboardData = { getData: (kind: string) => (kind === 'text/plain' ? text : ''), files, types: [] };
  const event = createEvent.paste(editor(), { clipboardData });
  await act(async () => void fireEvent(editor(), event));
}
