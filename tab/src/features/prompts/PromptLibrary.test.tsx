import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { configure, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AvaError } from '#contract/errors.ts';
import {
  createPrompt,
  deletePrompt,
  getFilePrompts,
  getPromptVersions,
  restorePromptVersion,
  updatePrompt,
  type Prompt,
} from '#contract/prompts/prompts.ts';
import { api } from '#tab/api.ts';
import { fakeElementSizes } from '#tab/testing/elementSizes.ts';
import type { FakeApi } from '#tab/testing/fakeApi.ts';
import { makePrompt } from '#tab/testing/promptStory.ts';
import { session } from '#tab/state/session.state.ts';
import { toasts } from '#tab/shell/toasts/toasts.ts';
import { insertAtCursor } from '#tab/features/chat/composer/editor/openEditors.ts';
import PromptLibraryDialog from './PromptLibraryDialog.tsx';
import { clearPrompts, prompts } from './prompts.state.ts';
import SuggestedPrompts from './SuggestedPrompts.tsx';

jest.mock('#tab/api.ts');
jest.mock('#tab/state/log.ts', () => ({ logFailure: jest.fn() }));
jest.mock('#tab/features/chat/composer/editor/openEditors.ts', () => ({ insertAtCursor: jest.fn(() => true) }));

const server = api as FakeApi;
const target = { editorId: 'chat', mentions: false };
const finance = { id: 'f'.repeat(32), name: 'Finance' };
const onClose = jest.fn();

const makeMany = (many: number) =>
  Array.from({ length: many }, (_, number) => makePrompt({ prompt_title: `Report ${number}` }));

async function openLibrary(list: Prompt[], truncated = false) {
  server.answer(getFilePrompts, () => ({ prompts: list, truncated }));
  render(
    <FluentProvider theme={webLightTheme}>
      <PromptLibraryDialog target={target} onClose={onClose} />
    </FluentProvider>,
  );
  await screen.findByRole('button', { name: 'Create New Prompt' });
}

async function chooseFromMenu(title: string, item: string) {
  await userEvent.click(screen.getByRole('button', { name: `More actions for ${title}` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: item }));
}

const getToasts = () => toasts.entries.map(({ text }) => text);

beforeAll(() => {
  fakeElementSizes();
  // Without a layout, Fluent's focus trap can hide the upper one of two dialogs; the journey has a real browser.
  configure({ defaultHidden: true });
});
beforeEach(() => {
  server.reset();
  clearPrompts();
  jest.clearAllMocks();
  toasts.entries = [];
  const person = { id: 'ada', tenantId: 'northwind', teams: [finance] };
  session.status = { name: 'signedIn', person } as unknown as typeof session.status;
});

describe('finding a prompt', () => {
  it('draws only the cards in view of 10,000, and finds one with special characters', async () => {
    const odd = makePrompt({ prompt_title: 'Costs (%) [a-z]* \\ {{x}}' });
    await openLibrary([...makeMany(9_999), odd], true);
    expect(screen.getByRole('status')).toHaveTextContent('10,000 prompts. There are more;');
    expect(screen.getAllByRole('listitem').length).toBeLessThan(60);
    await userEvent.click(screen.getByRole('searchbox'));
    await userEvent.paste('[a-z]* \\ {{X');
    await screen.findByText(/^1 prompt\./);
    expect(screen.getByRole('button', { name: `Use ${odd.prompt_title}` })).toBeInTheDocument();
    await userEvent.paste('no such prompt');
    await screen.findByText('No results found for search term');
  });

  /** @shows Shared */
  /** @shows My Prompts */
  it('has tabs and a team filter that My Prompts ignores', async () => {
    const mine = makePrompt();
    const theirs = makePrompt({
      is_private: false,
      teams: finance.id,
      mine: false,
      can: { edit: false, delete: false },
    });
    await openLibrary([mine, theirs]);
    expect(screen.queryByRole('button', { name: `More actions for ${theirs.prompt_title}` })).toBeNull();
    await userEvent.click(screen.getByRole('tab', { name: 'Shared' }));
    expect(screen.queryByRole('button', { name: `Use ${mine.prompt_title}` })).toBeNull();
    await userEvent.click(screen.getByRole('combobox', { name: 'Team' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Finance' }));
    expect(screen.getByRole('button', { name: `Use ${theirs.prompt_title}` })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('tab', { name: 'My Prompts' }));
    expect(screen.getByRole('combobox', { name: 'Team' })).toBeDisabled();
    expect(screen.getByRole('button', { name: `Use ${mine.prompt_title}` })).toBeInTheDocument();
  });
});

describe('using a prompt', () => {
  it('inserts it and closes the library', async () => {
    await openLibrary([makePrompt({ prompt_title: 'Tea' })]);
    await userEvent.click(screen.getByRole('button', { name: 'Use Tea' }));
    expect(insertAtCursor).toHaveBeenCalledWith('chat', 'When is tea?', []);
    expect(onClose).toHaveBeenCalled();
  });

  it('asks for its variables; an empty one stays as written only if the person chooses so', async () => {
    await openLibrary([makePrompt({ prompt_title: 'Offer', prompt_text: 'Write to {{client}} on {{day}}.' })]);
    await userEvent.click(screen.getByRole('button', { name: 'Use Offer' }));
    await userEvent.click(await screen.findByRole('textbox', { name: 'client' }));
    await userEvent.paste('Harbor {{day}}');
    await userEvent.keyboard('{Enter}');
    expect(insertAtCursor).not.toHaveBeenCalled();
    expect(screen.getByText('Enter a value, or keep {{day}} as written.')).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: 'day' })).toHaveFocus();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Keep empty variables as written' }));
    await userEvent.click(screen.getByRole('button', { name: 'Insert' }));
    expect(insertAtCursor).toHaveBeenCalledWith('chat', 'Write to Harbor {{day}} on {{day}}.', []);
  });
});

describe('writing a prompt', () => {
  /** @shows Create New Prompt */
  /** @shows Prompt created successfully! */
  /** @shows Failed to create, update or delete prompt. Please try again. */
  it('creates it, and switches to its tab', async () => {
    await openLibrary([makePrompt({ prompt_title: 'Tea' })]);
    await userEvent.click(screen.getByRole('button', { name: 'Create New Prompt' }));
    await userEvent.click(await screen.findByRole('textbox', { name: 'Title' }));
    await userEvent.paste('tea');
    expect(screen.getByText('A prompt with this title already exists.')).toBeInTheDocument();
    await userEvent.paste(' time');
    await userEvent.click(screen.getByRole('textbox', { name: 'Prompt' }));
    await userEvent.paste('When is it?');
    await userEvent.click(screen.getByRole('switch', { name: 'Share with teams' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Finance' }));
    let attempts = 0;
    server.answer(createPrompt, ({ prompt_id, ...content }) => {
      attempts += 1;
      if (attempts === 1) throw new AvaError('unexpected');
      return makePrompt({ prompt_id: prompt_id!, ...content, modified_on: '2027-01-01T00:00:00.000Z' });
    });
    const create = screen.getByRole('button', { name: 'Create' });
    await userEvent.click(create);
    await screen.findByText('Failed to create, update or delete prompt. Please try again.');
    await userEvent.click(create);
    await waitFor(() => expect(screen.getByRole('tab', { name: 'Shared' })).toHaveAttribute('aria-selected', 'true'));
    expect(getToasts()).toEqual(['Prompt created successfully!']);
    const [first, second] = server.requestsTo(createPrompt);
    expect(first).toMatchObject({ prompt_title: 'tea time', is_private: false, teams: finance.id, labels: '' });
    expect(second?.prompt_id).toBe(first?.prompt_id);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Use tea time' })).toHaveFocus());
  });

  it('asks before a changed form is closed', async () => {
    await openLibrary([]);
    await userEvent.click(screen.getByRole('button', { name: 'Create New Prompt' }));
    await userEvent.click(await screen.findByRole('textbox', { name: 'Title' }));
    await userEvent.paste('Tea');
    await userEvent.keyboard('{Escape}');
    await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('Tea');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Discard' }));
    expect(screen.queryByRole('textbox', { name: 'Title' })).toBeNull();
    expect(onClose).not.toHaveBeenCalled();
  });

  it('shows both versions if another device changed it, and keeps mine over theirs', async () => {
    const prompt = makePrompt({ prompt_title: 'Tea' });
    const theirs = { ...prompt, prompt_text: 'At three?', version: 2 };
    await openLibrary([prompt]);
    await chooseFromMenu('Tea', 'Edit');
    await userEvent.click(await screen.findByRole('textbox', { name: 'Prompt' }));
    await userEvent.paste(' At four?');
    server.answer(updatePrompt, ({ version, ...content }) => {
      if (version === 1) throw new AvaError('newer_version', { data: theirs });
      return makePrompt({ ...theirs, ...content, version: 3 });
    });
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'This prompt was changed on another device' });
    expect(within(dialog).getByRole('group', { name: 'Your version' })).toHaveTextContent('When is tea? At four?');
    expect(within(dialog).getByRole('group', { name: 'Saved version' })).toHaveTextContent('At three?');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Keep mine' }));
    await waitFor(() =>
      expect(prompts.items.list[0]).toMatchObject({ prompt_text: 'When is tea? At four?', version: 3 }),
    );
  });

  it('offers to save as new what was deleted meanwhile', async () => {
    const prompt = makePrompt({ prompt_title: 'Tea' });
    await openLibrary([prompt]);
    await chooseFromMenu('Tea', 'Edit');
    await userEvent.click(await screen.findByRole('textbox', { name: 'Prompt' }));
    await userEvent.paste(' At four?');
    server.answer(getFilePrompts, () => ({ prompts: [], truncated: false }));
    server.answer(createPrompt, ({ prompt_id, ...content }) => makePrompt({ prompt_id: prompt_id!, ...content }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Save as new prompt' }));
    await waitFor(() => expect(prompts.items.list[0]?.prompt_text).toBe('When is tea? At four?'));
    expect(server.requestsTo(createPrompt)[0]?.prompt_id).not.toBe(prompt.prompt_id);
  });

  it('restores an earlier version', async () => {
    const prompt = makePrompt({ prompt_title: 'Tea', version: 2 });
    const { labels, labels_text, is_private, prompt_title } = prompt;
    const version = { labels, labels_text, is_private, prompt_title };
    server.answer(getPromptVersions, () => ({
      versions: [
        { ...version, version: 2, prompt_text: 'New', modified_on: '2026-05-05T09:00:00.000Z' },
        { ...version, version: 1, prompt_text: 'Old', modified_on: '2026-05-04T09:00:00.000Z' },
      ],
    }));
    server.answer(restorePromptVersion, () => ({ ...prompt, prompt_text: 'Old', version: 3 }));
    await openLibrary([prompt]);
    await chooseFromMenu('Tea', 'Versions');
    await userEvent.click(await screen.findByRole('button', { name: 'Restore' }));
    await waitFor(() => expect(prompts.items.list[0]).toMatchObject({ prompt_text: 'Old', version: 3 }));
    expect(server.requestsTo(restorePromptVersion)).toEqual([
      { prompt_id: prompt.prompt_id, version: 2, restored_version: 1 },
    ]);
  });

  /** @shows Are you sure you want to delete this prompt? */
  /** @shows Prompt deleted successfully! */
  it('deletes it after a question', async () => {
    const prompt = makePrompt({ prompt_title: 'Tea' });
    server.answer(deletePrompt, () => ({ deleted: true as const }));
    await openLibrary([prompt]);
    await chooseFromMenu('Tea', 'Delete');
    expect(await screen.findByText('Are you sure you want to delete this prompt?')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await screen.findByText('No prompts yet');
    expect(getToasts()).toEqual(['Prompt deleted successfully!']);
  });
});

it('suggests at most three prompts for the attached files', async () => {
  const pdfs = [1, 2, 3, 4].map((number) => makePrompt({ prompt_title: `About PDF ${number}`, labels: 'pdf' }));
  server.answer(getFilePrompts, () => ({ prompts: [makePrompt({ labels: 'excel' }), ...pdfs], truncated: false }));
  render(
    <FluentProvider theme={webLightTheme}>
      <SuggestedPrompts target={target} fileTypes={['PDF']} />
    </FluentProvider>,
  );
  const list = await screen.findByRole('list', { name: 'Suggested prompts' });
  expect(within(list).getAllByRole('button')).toHaveLength(3);
  await userEvent.click(within(list).getByRole('button', { name: 'About PDF 1' }));
  expect(insertAtCursor).toHaveBeenCalledWith('chat', 'When is tea?', []);
});
