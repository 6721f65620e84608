import { renderHook, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { render } from '@testing-library/react';
import { AvaError } from '#contract/errors.ts';
import { useEscapeToStop } from '#tab/runs/useEscapeToStop.ts';
import { dialogs } from '#tab/shell/dialogs.ts';
import { session } from '#tab/state/session.state.ts';
import { clearPrompts } from '#tab/features/prompts/prompts.state.ts';
import { searches } from '#tab/features/knowledge/siteSelection.state.ts';
import { chats } from '#tab/features/chat/chat.state.ts';
import {
  beginComposerStory,
  call,
  chatId,
  editor,
  endComposerStory,
  getEditorLines,
  getSentText,
  openComposer,
  stream,
  typeMessage,
} from '#tab/testing/composerStory.tsx';
import { sampleId } from '#tab/testing/samples.ts';
import { Composer } from './Composer.tsx';
import { drafts } from './draft/draft.state.ts';

jest.mock('#tab/state/browserDatabase.ts', () => ({
  readDatabase: async () => null,
  writeDatabase: async () => undefined,
  deleteDatabase: async () => undefined,
}));
jest.mock('#tab/state/log.ts', () => ({ logFailure: jest.fn() }));

const ben = { id: sampleId(), name: 'Ben Adler', email: 'ben@northwind.example', title: 'Buyer' };
const file = {
  kind: 'file',
  url: 'https://graph.example/items/1',
  name: 'Budget.docx',
  size: 20,
  mimeType: '',
  modifiedOn: '2026-05-04T09:00:00.000Z',
  accessedOn: null,
  owner: 'Ada',
  excerpt: '',
  webUrl: '',
  resource: null,
};
const prompt = (title: string, text: string) => ({ prompt_id: sampleId(), prompt_title: title, prompt_text: text });
const prompts = [prompt('Board minutes', 'Write the minutes.'), prompt('Letter', 'Write to {{name}}.')].map(
  (given) => ({
    labels: '',
    labels_text: '',
    creator_name: '',
    teams: '',
    ...given,
  }),
);
const task = { TaskId: sampleId(), TaskTitle: 'Board report' };

/** What Microsoft 365 and AVA answer, by path. */
let replies: Record<string, unknown>;

beforeEach(() => {
  beginComposerStory();
  clearPrompts();
  replies = {
    '/user/peers': { peers: [ben] },
    '/sources/recent': { entries: [file] },
    '/sources/search': { entries: [file] },
    '/get_file_prompts': { prompts, truncated: false },
    '/tasks/metadata': { tasks: [task] },
  };
  const others = call.getMockImplementation();
  call.mockImplementation(async (...args) => {
    const [{ path }] = args;
    const reply = replies[path] ?? others?.(...args);
    if (reply instanceof Error) throw reply;
    return reply as never;
  });
  turnOn({ uploadBlob: true, tasks: true, functionCalling: false });
});
afterEach(endComposerStory);

function turnOn(features: Record<string, boolean>): void {
  Object.assign(session.status, { organization: { features } });
}

const openList = () => screen.findByRole('listbox', { name: 'Suggestions' }, { timeout: 5_000 });
const listSections = (list: HTMLElement) =>
  within(list)
    .getAllByRole('group')
    .map((part) => part.getAttribute('aria-label'));
const pick = async (name: RegExp) => userEvent.click(await screen.findByRole('option', { name }, { timeout: 5_000 }));

it('a slash lists prompts, tasks, files and people; Escape closes the list', async () => {
  await openComposer();
  await typeMessage('/');
  expect(listSections(await openList())).toEqual(['Prompts', 'Tasks', 'Files', 'People']);
  expect(editor()).toHaveAttribute('aria-controls', screen.getByRole('listbox').id);
  await userEvent.keyboard('{ArrowDown}');
  const active = document.getElementById(editor().getAttribute('aria-activedescendant') ?? '');
  expect(active).toHaveTextContent('Letter');
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(getEditorLines()).toEqual(['/']);
});

it('a slash narrows prompts and tasks to what is typed; Enter inserts the prompt and does not send', async () => {
  await openComposer();
  await typeMessage('please /board');
  const list = await openList();
  await waitFor(() => expect(within(list).getAllByRole('option').length).toBeGreaterThan(1));
  expect(within(list).queryByRole('option', { name: /Letter/ })).toBeNull();
  await userEvent.keyboard('{Enter}');
  expect(stream).not.toHaveBeenCalled();
  expect(getEditorLines()).toEqual(['please Write the minutes.']);
});

it('a prompt with variables asks for them first', async () => {
  await openComposer();
  await typeMessage('/letter');
  await pick(/Letter/);
  expect(dialogs.open).toMatchObject({ name: 'promptVariables', promptId: prompts[1]?.prompt_id });
  expect(getEditorLines()).toEqual(['Ask AVA anything']);
});

it('a picked file becomes a chip and leaves no mention, so that it can be sent', async () => {
  chats.groups = [{ group_name: 'Finance', group_description: '', section: 'Knowledge Search', site_link: null }];
  await openComposer();
  await typeMessage('read @budget');
  await pick(/Budget\.docx/);
  expect(drafts[chatId]?.files).toMatchObject([{ name: 'Budget.docx' }]);
  expect(getEditorLines()).toEqual(['read ']);
});

it('a picked person becomes a name; with functions, the address says who is meant', async () => {
  await openComposer();
  await typeMessage('ask @ben');
  await pick(/Ben Adler/);
  expect(getEditorLines()).toEqual(['ask Ben Adler ']);
  turnOn({ functionCalling: true });
  await typeMessage('and @ben');
  await pick(/Ben Adler/);
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(getSentText()).toBe('ask Ben Adler and Ben Adler (ben@northwind.example)'));
});

it('says in a quiet row what could not be loaded, and lists the rest', async () => {
  replies['/user/peers'] = new AvaError('graph_unavailable');
  await openComposer();
  await typeMessage('@');
  const list = await openList();
  expect(listSections(list)).toEqual(['Files']);
  expect(screen.getByText("Couldn't load: People")).toHaveAttribute('role', 'status');
});

it('Escape closes a sentence without a list, and the answer that is being written goes on', async () => {
  for (const path of ['/user/peers', '/sources/recent']) replies[path] = new AvaError('graph_unavailable');
  const stop = jest.fn(async () => undefined);
  renderHook(() => useEscapeToStop(() => true, stop));
  await openComposer();
  await typeMessage('@');
  await screen.findByText("Couldn't load: People, Files");
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByText("Couldn't load: People, Files")).toBeNull();
  expect(stop).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  expect(stop).toHaveBeenCalledTimes(1);
});

it('a sentence that begins with a slash or an @ is not searched', async () => {
  await openComposer();
  await typeMessage('/one two three four');
  const paths = () => call.mock.calls.filter(([{ path }]) => path === '/sources/search');
  const before = paths().length;
  await typeMessage(' five');
  expect(paths()).toHaveLength(before);
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(getSentText()).toBe('/one two three four five'));
});

it('Knowledge Search has no @; a slash lists prompts and tasks', async () => {
  searches[chatId] = { selection: { name: 'loaded', sites: 'all' } } as never;
  render(
    <FluentProvider theme={webLightTheme}>
      <Composer chatId={chatId} mode="ks" />
    </FluentProvider>,
  );
  await waitFor(() => expect(drafts[chatId]?.filesLoaded).toBe(true));
  await typeMessage('@ben ');
  expect(screen.queryByRole('listbox')).toBeNull();
  await typeMessage('/board');
  expect(listSections(await openList())).toEqual(['Prompts', 'Tasks']);
  expect(call.mock.calls.some(([{ path }]) => path === '/user/peers')).toBe(false);
});
