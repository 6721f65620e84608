import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  beginComposerStory,
  button,
  call,
  chatId,
  editor,
  endComposerStory,
  createEntry,
  openComposer,
  paste,
  pdf,
  photo,
  getSentText,
  stream,
  textModel,
  typeMessage,
  getEditorLines,
} from '#tab/testing/composerStory.tsx';
import { layout } from '#tab/shell/layout/layout.state.ts';
import { settings } from '#tab/features/settings/settings.state.ts';
import { chats } from '#tab/features/chat/chat.state.ts';
import { fillDraft } from './draft/draft.actions.ts';
import { drafts } from './draft/draft.state.ts';
import type { ChatFile } from '#tab/features/files/files.state.ts';

const mockDatabase = new Map<string, unknown>();
jest.mock('#tab/state/browserDatabase.ts', () => ({
  readDatabase: async (_store: string, key: string) => mockDatabase.get(key) ?? null,
  writeDatabase: async (_store: string, key: string, value: unknown) => void mockDatabase.set(key, value),
  deleteDatabase: async (_store: string, key: string) => void mockDatabase.delete(key),
}));

beforeEach(() => {
  mockDatabase.clear();
  beginComposerStory();
});
afterEach(endComposerStory);

describe('writing and sending', () => {
  it('Enter sends the text and empties the composer', async () => {
    await openComposer();
    await typeMessage('What did we spend?');
    expect(getEditorLines()).toEqual(['What did we spend?']);
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(getSentText()).toBe('What did we spend?'));
    expect(getEditorLines()).toHaveLength(1);
    expect(editor()).not.toHaveTextContent('What did we spend?');
    await waitFor(() => expect(localStorage.length).toBe(0));
  });

  it('Shift+Enter inserts a line break', async () => {
    await openComposer();
    await typeMessage('one{Shift>}{Enter}{/Shift}two');
    expect(getEditorLines()).toEqual(['one', 'two']);
    expect(stream).not.toHaveBeenCalled();
  });

  it('Enter of an input method sends nothing', async () => {
    await openComposer();
    await typeMessage('ni');
    fireEvent.keyDown(editor(), { key: 'Enter', isComposing: true });
    expect(stream).not.toHaveBeenCalled();
  });

  it('the button stops a streaming answer', async () => {
    await openComposer();
    await typeMessage('Tell me all');
    await userEvent.click(button());
    await waitFor(() => expect(button()).toHaveAccessibleName('Stop'));
    await userEvent.click(button());
    await waitFor(() =>
      expect(call.mock.calls.some(([endpoint]) => endpoint.path === '/cancel_response/chat')).toBe(true),
    );
  });

  it('the composer accepts typing during an answer, but does not send', async () => {
    await openComposer();
    await typeMessage('First{Enter}');
    await waitFor(() => expect(stream).toHaveBeenCalledTimes(1));
    await typeMessage('Second{Enter}');
    expect(stream).toHaveBeenCalledTimes(1);
    expect(getEditorLines()).toEqual(['Second']);
    expect(screen.getByRole('status')).toHaveTextContent('Wait until the answer is finished, or stop it.');
  });

  it('a sample prompt fills the composer', async () => {
    await openComposer();
    act(() => fillDraft(chatId, 'Plan my week'));
    await waitFor(() => expect(getEditorLines()).toEqual(['Plan my week']));
  });

  it('the composer does not take the focus on a phone', async () => {
    layout.width = 'phone';
    await openComposer();
    expect(editor()).not.toHaveFocus();
  });

  /** @shows Press {key} + K for a new chat. */
  /** @shows AVA can make mistakes. Consider checking important information. */
  it('the footer shows the shortcut for a new chat with the key of the platform', async () => {
    await openComposer();
    const sentence = 'Press Ctrl + K for a new chat. | AVA can make mistakes. Consider checking important information.';
    expect(screen.getByText(sentence)).toBeVisible();
  });
});

describe('pasting', () => {
  it('keeps the lines of text', async () => {
    await openComposer();
    await userEvent.click(editor());
    await paste('one\r\ntwo\nthree');
    await waitFor(() => expect(getEditorLines()).toEqual(['one', 'two', 'three']));
  });

  it('shows a screenshot as a chip', async () => {
    globalThis.createImageBitmap = jest.fn(async () => ({ width: 20, height: 20, close: () => undefined })) as never;
    await openComposer();
    await paste('', [new File(['x'], 'image.gif', { type: 'image/gif' })]);
    expect(await screen.findByRole('button', { name: /^image\.gif/ })).toBeInTheDocument();
    await waitFor(() => expect(drafts[chatId]?.files[0]).toMatchObject({ state: 'ready', content: { tokens: 255 } }));
  });
});

describe('Send is disabled if', () => {
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
        settings.chat.selectedModel = textModel.label;
        give(photo);
      },
      'The selected model does not support images. Please remove any images or select a different model.',
    ],
    [
      'the model sees no images and one is in the conversation',
      () => {
        settings.chat.selectedModel = textModel.label;
        const image = { scrapedFileId: 'i', fileName: 'i.png', fileType: 'PNG' as const, fileSize: 1, fileDate: null };
        const file = { ...image, imageTokenCount: 255, tokens: 255, fileResource: null };
        chats.open[chatId]!.entries = [createEntry('User', 'look', [file]), createEntry('AVA', 'I see')];
      },
      'The selected model does not support images. Please remove any images or select a different model.',
    ],
    [
      'the files are too large together',
      () => {
        const base64 = 'A'.repeat(1_048_576);
        const content = { kind: 'image', mime: 'image/png', base64, width: 10, height: 10, tokens: 255 } as const;
        give({ ...pdf, state: 'ready', content });
      },
      'Uh oh! The content of your file(s) is too large to send. Please try a smaller file.',
    ],
  ];

  function give(file: ChatFile) {
    drafts[chatId]!.files = [file];
  }

  it.each(reasons)('%s', async (name, arrange, reason) => {
    await openComposer();
    if (name !== 'nothing is written') await typeMessage('Hello');
    await act(async () => arrange());
    expect(button()).toHaveAttribute('aria-disabled', 'true');
    expect(button()).toHaveAccessibleDescription(reason);
    await userEvent.click(button());
    expect(stream).not.toHaveBeenCalled();
  });

  /** @shows Files cannot be used with @ mentions. */
  it('a message has files and a mention', async () => {
    chats.groups = [{ group_name: 'Finance', group_description: '', section: 'Knowledge Search', site_link: null }];
    await openComposer();
    await typeMessage('@fin');
    await userEvent.click(await screen.findByRole('option', { name: /Finance/ }));
    await typeMessage('hello');
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

  it('open no list if the organization has no groups', async () => {
    await openComposer();
    await typeMessage('@fin');
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  });

  it('are picked with Enter, which then does not send', async () => {
    chats.groups = [group('Finance', 'Knowledge Search'), group('Find files', 'Connected Data')];
    await openComposer();
    await typeMessage('ask @fin');
    const list = await screen.findByRole('listbox', { name: 'Suggestions' });
    expect(
      within(list)
        .getAllByRole('group')
        .map((element) => element.getAttribute('aria-label')),
    ).toEqual(['Connected Data', 'Knowledge Search']);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(stream).not.toHaveBeenCalled();
    await userEvent.type(editor(), 'about May{Enter}');
    await waitFor(() => expect(getSentText()).toBe('ask [Finance] about May'));
  });

  it('are not sent without a question', async () => {
    chats.groups = [group('Finance', 'Knowledge Search')];
    await openComposer();
    await typeMessage('@Finance');
    await userEvent.keyboard('{Escape}');
    expect(button()).toHaveAccessibleDescription('Add a question after the mention.');
  });
});

describe('prompt history', () => {
  beforeEach(() => {
    chats.open[chatId]!.entries = [createEntry('User', 'older'), createEntry('AVA', 'a'), createEntry('User', 'newer')];
  });

  it('steps through prompts and returns to the draft', async () => {
    settings.promptHistoryNavigation = true;
    await openComposer();
    await typeMessage('my draft');
    for (const [key, shown] of [
      ['{ArrowUp}', 'newer'],
      ['{ArrowUp}', 'older'],
      ['{ArrowUp}', 'older'],
      ['{ArrowDown}', 'newer'],
      ['{ArrowDown}', 'my draft'],
    ] as const) {
      await userEvent.keyboard(key);
      await waitFor(() => expect(getEditorLines()).toEqual([shown]));
    }
  });

  it('is off when the setting is off', async () => {
    await openComposer();
    await typeMessage('my draft{ArrowUp}');
    expect(getEditorLines()).toEqual(['my draft']);
  });
});
