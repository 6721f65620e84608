import { act, screen, waitFor } from '@testing-library/react';
import {
  beginComposerStory,
  call,
  chatId,
  editor,
  endComposerStory,
  paste,
  stream,
  typeMessage,
} from '#tab/testing/composerStory.tsx';
import { setSites, sampleSite, show, siteIds } from '#tab/testing/knowledgeStory.tsx';
import { sampleMetadata } from '#tab/testing/samples.ts';
import { toasts } from '#tab/shell/toasts/toasts.ts';
import { clearSite, selectSite } from '#tab/features/knowledge/siteSelection.actions.ts';
import { searches } from '#tab/features/knowledge/siteSelection.state.ts';
import { chats } from '#tab/features/chat/chat.state.ts';
import { Composer } from './Composer.tsx';

jest.mock('#tab/state/browserDatabase.ts', () => ({
  readDatabase: async () => null,
  writeDatabase: async () => undefined,
  deleteDatabase: async () => undefined,
}));

beforeEach(() => {
  beginComposerStory();
  delete searches[chatId];
  setSites(sampleSite());
  const chat = chats.open[chatId];
  if (chat) chat.type = 'search';
  call.mockResolvedValue(sampleMetadata({ ConversationId: chatId, ConversationType: 'knowledge_search' }) as never);
  chats.groups = [{ group_name: 'Finance', group_description: '', section: 'Knowledge Search', site_link: null }];
});
afterEach(endComposerStory);

async function open(): Promise<void> {
  show(<Composer chatId={chatId} mode="ks" />);
  await act(async () => undefined);
}

/** The overlay that covers the input; the tooltip of Send has the same text. */
const overlay = (text: string) => screen.queryAllByRole('status').find((part) => part.textContent === text);
const OVERLAY = 'Select a site above to search with AVA.';

describe('the composer of a search', () => {
  /** @shows Search your Knowledge Base with AVA */
  /** @shows Select a site above to search with AVA. */
  it('is covered while no site is selected', async () => {
    await open();
    expect(overlay(OVERLAY)).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'Message to AVA' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Send' })).toHaveAttribute('aria-disabled', 'true');
    await act(async () => selectSite(chatId, siteIds.finance));
    expect(overlay(OVERLAY)).toBeUndefined();
    expect(screen.getByText('Search your Knowledge Base with AVA.')).toBeVisible();
    await act(async () => clearSite(chatId));
    expect(overlay(OVERLAY)).toBeVisible();
  });

  it('says that the site of an earlier search is not accessible', async () => {
    searches[chatId] = {
      selection: { name: 'failed', sites: [siteIds.finance], detail: 'Inaccessible site' },
      files: [],
    };
    await open();
    expect(overlay('Inaccessible site')).toBeVisible();
  });

  /** @shows Uh oh! Pasting images isn't enabled in Knowledge Search. */
  it('accepts no files and no mentions', async () => {
    selectSite(chatId, siteIds.finance);
    await open();
    expect(screen.queryByRole('button', { name: 'Add files' })).toBeNull();
    await typeMessage('@fin');
    expect(screen.queryByRole('listbox')).toBeNull();
    await paste('', [new File(['x'], 'image.png', { type: 'image/png' })]);
    await waitFor(() =>
      expect(toasts.entries.map(({ text }) => text)).toEqual([
        "Uh oh! Pasting images isn't enabled in Knowledge Search.",
      ]),
    );
    expect(screen.queryByText('image.png')).toBeNull();
  });

  it('sends to the site', async () => {
    selectSite(chatId, siteIds.finance);
    await open();
    await typeMessage('What is paid?{Enter}');
    await waitFor(() => expect(stream).toHaveBeenCalled());
    const [endpoint, ask] = stream.mock.calls[0] as unknown as [{ path: string }, { site_id: string }];
    expect([endpoint.path, ask.site_id]).toEqual(['/search_response/', siteIds.finance]);
    expect(editor()).not.toHaveTextContent('What is paid?');
  });
});
