import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act, cleanup, createEvent, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Chat } from '../../../../../api/contract/chat.ts';
import type { Endpoint } from '../../../../../api/contract/endpoint.ts';
import { AvaError } from '../../../../../api/contract/errors.ts';
import type { Model } from '../../../../../api/contract/models.ts';
import { api } from '../../../api.ts';
import { layout } from '../../../shell/layout.state.ts';
import { setOwner } from '../../../state/owner.ts';
import { session } from '../../../state/session.state.ts';
import type { ChatFile } from '../../files/files.state.ts';
import { settings } from '../../settings/settings.state.ts';
import { retry } from '../chat.actions.ts';
import { answerings } from '../answering.state.ts';
import { chats, emptyChats, type Entry } from '../chat.state.ts';
import { Composer } from './Composer.tsx';
import { fillDraft, saveDraftsNow } from './draft.actions.ts';
import { drafts } from './draft.state.ts';

const mockDatabase = new Map<string, unknown>();
jest.mock('../../../state/database.ts', () => ({
  readDatabase: async (_store: string, key: string) => mockDatabase.get(key) ?? null,
  writeDatabase: async (_store: string, key: string, value: unknown) => void mockDatabase.set(key, value),
  deleteDatabase: async (_store: string, key: string) => void mockDatabase.delete(key),
}));

const chatId = 'c0ffee00-0000-4000-8000-000000000001';
const ada = { tenantId: 'northwind', id: 'ada' };
const sight = model('GPT-4.1', ['chat_completion', 'image_input']);
const words = model('Words only', ['chat_completion']);

function model(label: string, modalities: Model['modalities']): Model {
  const numbers = { context_window: 100_000, max_output_tokens: 4_000, model_context_window: 100_000 };
  const names = { model_alias: label, model_name: label, deployment_name: label, label };
  const rest = { model_max_tokens: 4_000, temperature: 0.5, top_p: 0.9, data_cutoff_datestring: '' };
  return { ...names, ...numbers, ...rest, description: '', short_description: '', modalities };
}

const entryOf = (source: Entry['source'], content: string, files: Entry['files'] = []): Entry => ({
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
  followUpQuestions: [],
  delivery: 'stored',
  failure: null,
  loadingMessage: '',
  connection: 'live',
});

const pdf: ChatFile = {
  id: 'f1',
  name: 'Report.pdf',
  fileType: 'PDF',
  size: 2_000,
  date: '2026-05-04T09:00:00.000Z',
  state: 'ready',
  content: { kind: 'text', fileId: 'c0ffee00-0000-4000-8000-00000000000b', tokens: 40, bytes: 1_000 },
};
const photo: ChatFile = {
  ...pdf,
  id: 'f2',
  name: 'photo.png',
  fileType: 'PNG',
  state: 'ready',
  content: { kind: 'image', mime: 'image/png', base64: 'AAAA', width: 10, height: 10, tokens: 255 },
};

const stream = jest.spyOn(api, 'stream');
const call = jest.spyOn(api, 'call');
let server: (endpoint: Endpoint) => unknown;

/** A stream that has been accepted and answers no more in this story. */
function accepted() {
  const silence = { next: () => new Promise(() => undefined) };
  return { headers: new Headers(), [Symbol.asyncIterator]: () => silence };
}

beforeEach(() => {
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  localStorage.clear();
  mockDatabase.clear();
  setOwner(ada);
  answerings.clear();
  for (const id of Object.keys(drafts)) delete drafts[id];
  Object.assign(chats, emptyChats());
  chats.open[chatId] = { loading: { name: 'ready' }, entries: [], follow: true, sends: 0 };
  Object.assign(settings, { promptHistoryNavigation: false });
  settings.chat = { selectedModel: sight.label, selectedTemperature: 'Balanced', useConciseMode: false };
  layout.width = 'wide';
  const features = { uploadBlob: true, functionCalling: false };
  session.status = {
    name: 'signedIn',
    person: ada,
    organisation: { features },
    models: [sight, words],
  } as unknown as typeof session.status;
  const metadata: Omit<Chat, 'Messages'> = {
    ConversationId: chatId,
    ConversationType: 'standard_chat',
    Title: 'New Chat',
    LastUpdated: '2026-05-04T09:00:00.000Z',
    WorkspaceId: null,
    FileViewerId: null,
    ChatCorpus: null,
    ChatSettings: null,
    SharedBy: null,
  };
  server = () => metadata;
  call.mockReset().mockImplementation(async (endpoint: Endpoint) => server(endpoint) as never);
  stream.mockReset().mockImplementation(async () => accepted() as never);
});

afterEach(() => {
  cleanup();
  session.status = { name: 'starting' };
});

async function open() {
  const shown = render(
    <FluentProvider theme={webLightTheme}>
      <Composer chatId={chatId} mode="chat" />
    </FluentProvider>,
  );
  await waitFor(() => expect(drafts[chatId]?.filesLoaded).toBe(true));
  await act(async () => undefined);
  return shown;
}

/** Lets a page go as a reload does: what was in memory is gone. */
function leavePage() {
  saveDraftsNow();
  cleanup();
  for (const id of Object.keys(drafts)) delete drafts[id];
}

const editor = () => screen.getByRole('textbox', { name: 'Message to AVA' });
const button = () => screen.getByRole('button', { name: /^(Send|Stop)$/ });
const written = () => Array.from(editor().querySelectorAll('p'), (line) => line.textContent?.replace(/\uFEFF/g, ''));
const sentText = () => (stream.mock.lastCall?.[1] as { text: string } | undefined)?.text;

async function write(text: string) {
  await userEvent.click(editor());
  await userEvent.type(editor(), text);
}

async function paste(text: string, files: File[] = []) {
  const clipboardData = { getData: (kind: string) => (kind === 'text/plain' ? text : ''), files, types: [] };
  const event = createEvent.paste(editor(), { clipboardData });
  await act(async () => void fireEvent(editor(), event));
}

describe('writing and sending', () => {
  it('Ada writes and presses Enter; the text is sent and the composer is empty', async () => {
    await open();
    await write('What did we spend?');
    expect(written()).toEqual(['What did we spend?']);
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(sentText()).toBe('What did we spend?'));
    expect(written()).toHaveLength(1);
    expect(editor()).not.toHaveTextContent('What did we spend?');
    await waitFor(() => expect(localStorage.length).toBe(0));
  });

  it('Shift+Enter begins a new line and sends nothing', async () => {
    await open();
    await write('one{Shift>}{Enter}{/Shift}two');
    expect(written()).toEqual(['one', 'two']);
    expect(stream).not.toHaveBeenCalled();
  });

  it('Enter of an input method sends nothing', async () => {
    await open();
    await write('ni');
    fireEvent.keyDown(editor(), { key: 'Enter', isComposing: true });
    expect(stream).not.toHaveBeenCalled();
  });

  it('the button stops while an answer is being written', async () => {
    await open();
    await write('Tell me all');
    await userEvent.click(button());
    await waitFor(() => expect(button()).toHaveAccessibleName('Stop'));
    await userEvent.click(button());
    await waitFor(() =>
      expect(call.mock.calls.some(([endpoint]) => endpoint.path === '/cancel_response/chat')).toBe(true),
    );
  });

  it('the next message can be written while the answer comes, but not sent', async () => {
    await open();
    await write('First{Enter}');
    await waitFor(() => expect(stream).toHaveBeenCalledTimes(1));
    await write('Second{Enter}');
    expect(stream).toHaveBeenCalledTimes(1);
    expect(written()).toEqual(['Second']);
    expect(screen.getByRole('status')).toHaveTextContent('Wait until the answer is finished, or stop it.');
  });

  it('a sample prompt fills the composer', async () => {
    await open();
    act(() => fillDraft(chatId, 'Plan my week'));
    await waitFor(() => expect(written()).toEqual(['Plan my week']));
  });

  it('does not take the keyboard on a phone', async () => {
    layout.width = 'phone';
    await open();
    expect(editor()).not.toHaveFocus();
  });

  it('says how to begin anew, with the key of this platform', async () => {
    await open();
    const sentence = 'Press Ctrl + K for a new chat. | AVA can make mistakes. Consider checking important information.';
    expect(screen.getByText(sentence)).toBeVisible();
  });
});

describe('pasting', () => {
  it('text keeps its lines', async () => {
    await open();
    await userEvent.click(editor());
    await paste('one\r\ntwo\nthree');
    await waitFor(() => expect(written()).toEqual(['one', 'two', 'three']));
  });

  it('a screenshot becomes a chip', async () => {
    globalThis.createImageBitmap = jest.fn(async () => ({ width: 20, height: 20, close: () => undefined })) as never;
    await open();
    await paste('', [new File(['x'], 'image.gif', { type: 'image/gif' })]);
    expect(await screen.findByRole('button', { name: /^image\.gif/ })).toBeInTheDocument();
    await waitFor(() => expect(drafts[chatId]?.files[0]).toMatchObject({ state: 'ready', content: { tokens: 255 } }));
  });
});

describe('why Send is disabled', () => {
  const reasons: [string, () => void, string][] = [
    ['nothing is written', () => undefined, 'Write a message to send it.'],
    [
      'a file is still being read',
      () => give({ ...pdf, state: 'reading', jobId: 'j', percent: 0 }),
      'Your files are still being read.',
    ],
    [
      'the model sees no images',
      () => {
        settings.chat.selectedModel = words.label;
        give(photo);
      },
      'The selected model does not support images. Please remove any images or select a different model.',
    ],
    [
      'the model sees no images and one is in the conversation',
      () => {
        settings.chat.selectedModel = words.label;
        const image = { scrapedFileId: 'i', fileName: 'i.png', fileType: 'PNG' as const, fileSize: 1, fileDate: null };
        const file = { ...image, imageTokenCount: 255, tokens: 255, fileResource: null };
        chats.open[chatId]!.entries = [entryOf('User', 'look', [file]), entryOf('AVA', 'I see')];
      },
      'The selected model does not support images. Please remove any images or select a different model.',
    ],
    [
      'the files are too large together',
      () => give({ ...pdf, state: 'ready', content: { kind: 'text', fileId: 's', tokens: 1, bytes: 1_048_576 } }),
      'Uh oh! The content of your file(s) is too large to send. Please try a smaller file.',
    ],
  ];

  function give(file: ChatFile) {
    drafts[chatId]!.files = [file];
  }

  it.each(reasons)('%s', async (name, arrange, reason) => {
    await open();
    if (name !== 'nothing is written') await write('Hello');
    await act(async () => arrange());
    expect(button()).toHaveAttribute('aria-disabled', 'true');
    expect(button()).toHaveAccessibleDescription(reason);
    await userEvent.click(button());
    expect(stream).not.toHaveBeenCalled();
  });

  it('files go with no mention', async () => {
    chats.groups = [{ group_name: 'Finance', group_description: '', section: 'Knowledge Search', site_link: null }];
    await open();
    await write('@fin');
    await userEvent.click(await screen.findByRole('option', { name: /Finance/ }));
    await write('hello');
    await act(async () => give(pdf));
    expect(button()).toHaveAccessibleDescription('Files cannot be used with @ mentions.');
  });
});

describe('mentions', () => {
  const group = (name: string, section: string) => ({
    group_name: name,
    group_description: `About ${name}`,
    section,
    site_link: null,
  });

  it('without groups an @ is only an @', async () => {
    await open();
    await write('@fin');
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  });

  it('are chosen with the keyboard; Enter picks and does not send', async () => {
    chats.groups = [group('Finance', 'Knowledge Search'), group('Find files', 'Connected Data')];
    await open();
    await write('ask @fin');
    const list = await screen.findByRole('listbox', { name: 'Groups to mention' });
    expect(
      within(list)
        .getAllByRole('group')
        .map((each) => each.getAttribute('aria-label')),
    ).toEqual(['Connected Data', 'Knowledge Search']);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(stream).not.toHaveBeenCalled();
    await userEvent.type(editor(), 'about May{Enter}');
    await waitFor(() => expect(sentText()).toBe('ask [Finance] about May'));
  });

  it('alone are no question', async () => {
    chats.groups = [group('Finance', 'Knowledge Search')];
    await open();
    await write('@Finance');
    await userEvent.keyboard('{Escape}');
    expect(button()).toHaveAccessibleDescription('Add a question after the mention.');
  });
});

describe('prompt history', () => {
  beforeEach(() => {
    chats.open[chatId]!.entries = [entryOf('User', 'older'), entryOf('AVA', 'a'), entryOf('User', 'newer')];
  });

  it('steps back and forth and ends at what Ada was writing', async () => {
    settings.promptHistoryNavigation = true;
    await open();
    await write('my draft');
    for (const [key, shown] of [
      ['{ArrowUp}', 'newer'],
      ['{ArrowUp}', 'older'],
      ['{ArrowUp}', 'older'],
      ['{ArrowDown}', 'newer'],
      ['{ArrowDown}', 'my draft'],
    ] as const) {
      await userEvent.keyboard(key);
      await waitFor(() => expect(written()).toEqual([shown]));
    }
  });

  it('does nothing while the setting is off', async () => {
    await open();
    await write('my draft{ArrowUp}');
    expect(written()).toEqual(['my draft']);
  });
});

describe('a draft', () => {
  it('survives a reload, its files too', async () => {
    mockDatabase.set(chatId, { files: [{ file: pdf, bytes: null }] });
    await open();
    await write('Half a thought');
    leavePage();
    await open();
    expect(written()).toEqual(['Half a thought']);
    expect(screen.getByRole('button', { name: /^Report\.pdf/ })).toBeInTheDocument();
  });

  it('comes back when the server did not take the message', async () => {
    stream.mockRejectedValueOnce(new AvaError('unexpected'));
    await open();
    await write('Important{Enter}');
    await waitFor(() => expect(stream).toHaveBeenCalled());
    await waitFor(() => expect(written()).toEqual(['Important']));
  });

  it('that came back is gone once a retry in the conversation has sent it', async () => {
    stream.mockRejectedValueOnce(new AvaError('unexpected'));
    await open();
    await write('Important{Enter}');
    await waitFor(() => expect(written()).toEqual(['Important']));
    await act(() => retry(chatId, chats.open[chatId]!.entries.at(-1)!.message_id));
    await waitFor(() => expect(editor()).not.toHaveTextContent('Important'));
  });

  it('is still stored when the session had expired', async () => {
    stream.mockRejectedValueOnce(new AvaError('not_signed_in'));
    await open();
    await write('Important{Enter}');
    await waitFor(() => expect(written()).toEqual(['Important']));
    leavePage();
    await open();
    expect(written()).toEqual(['Important']);
  });

  it('that was on its way when the page went comes back unless it arrived', async () => {
    stream.mockImplementation(() => new Promise(() => undefined));
    await open();
    await write('On its way{Enter}');
    await waitFor(() => expect(stream).toHaveBeenCalled());
    leavePage();
    chats.open[chatId]!.entries = [];
    await open();
    await waitFor(() => expect(written()).toEqual(['On its way']));
  });

  it('that was on its way and arrived does not come back', async () => {
    stream.mockImplementation(() => new Promise(() => undefined));
    await open();
    await write('On its way{Enter}');
    await waitFor(() => expect(stream).toHaveBeenCalled());
    leavePage();
    chats.open[chatId]!.entries = [entryOf('User', 'On its way')];
    await open();
    await waitFor(() => expect(drafts[chatId]?.outgoing).toBeNull());
    expect(editor()).not.toHaveTextContent('On its way');
  });

  it('is the same in two windows: the one that is not in use follows', async () => {
    const inUse = jest.spyOn(document, 'hasFocus');
    await open();
    await write('From here');
    saveDraftsNow();
    const [key, mine] = Object.entries(localStorage)[0] as [string, string];
    localStorage.setItem(key, mine.replace('From here', 'From the other window'));
    inUse.mockReturnValue(true);
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key })));
    expect(written()).toEqual(['From here']);
    inUse.mockReturnValue(false);
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key })));
    await waitFor(() => expect(written()).toEqual(['From the other window']));
    inUse.mockRestore();
  });

  it('of Ada is not shown to Ben', async () => {
    await open();
    await write('Salary of Dev');
    saveDraftsNow();
    cleanup();
    setOwner({ tenantId: 'northwind', id: 'ben' });
    await act(async () => {
      session.status = { ...session.status, person: { tenantId: 'northwind', id: 'ben' } } as typeof session.status;
    });
    await open();
    expect(editor()).not.toHaveTextContent('Salary');
  });
});

describe('files in the composer', () => {
  it('are removed with the Delete key and with their button', async () => {
    mockDatabase.set(chatId, {
      files: [
        { file: pdf, bytes: null },
        { file: photo, bytes: null },
      ],
    });
    await open();
    act(() => screen.getByRole('button', { name: /^Report\.pdf/ }).focus());
    await userEvent.keyboard('{Delete}');
    expect(drafts[chatId]?.files.map((file) => file.name)).toEqual(['photo.png']);
    await userEvent.click(screen.getByRole('button', { name: 'Remove photo.png' }));
    expect(drafts[chatId]?.files).toEqual([]);
  });

  it('have no delete button on a phone: pressing the chip offers it', async () => {
    layout.width = 'phone';
    mockDatabase.set(chatId, { files: [{ file: pdf, bytes: null }] });
    await open();
    expect(screen.queryByRole('button', { name: 'Remove Report.pdf' })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: /^Report\.pdf/ }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove' }));
    expect(drafts[chatId]?.files).toEqual([]);
  });

  it('that are many become one list', async () => {
    const many = Array.from({ length: 6 }, (_, at) => ({ file: { ...pdf, id: `f${at}` }, bytes: null }));
    many[5]!.file = { ...pdf, id: 'f5', state: 'failed', reason: 'Locked', retry: false } as never;
    mockDatabase.set(chatId, { files: many });
    await open();
    const list = screen.getByRole('button', { name: /6 file\(s\) uploaded · 1 failed/ });
    await userEvent.click(list);
    expect(await screen.findAllByText('Report.pdf')).toHaveLength(6);
  });

  it('go with the message and leave with it', async () => {
    mockDatabase.set(chatId, { files: [{ file: pdf, bytes: null }] });
    await open();
    await write('Sum it up{Enter}');
    await waitFor(() => expect(stream).toHaveBeenCalled());
    expect(stream.mock.lastCall?.[1]).toMatchObject({ file_context: [{ fileName: 'Report.pdf', fileType: 'PDF' }] });
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Report\.pdf/ })).not.toBeInTheDocument());
    await waitFor(() => expect(mockDatabase.has(chatId)).toBe(false));
  });
});
