import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { getChat, getChats } from '#contract/chats/chat.ts';
import { api } from '#tab/api.ts';
import { HistoryPane } from '#tab/features/chat/history/HistoryPane.tsx';
import { loadChats } from '#tab/features/chat/opening/open.actions.ts';
import { toasts } from '#tab/shell/toasts/toasts.ts';
import { beginStory } from './chatStory.ts';
import { waitForDrawing } from './conversationStory.tsx';
import type { FakeApi } from './fakeApi.ts';
import { sampleChat, sampleMetadata } from './samples.ts';

/** The chat history of tests, with two chats. A test that uses it mocks `api.ts` and `state/log.ts`. */

export const server = api as FakeApi;
export const travel = sampleMetadata({ Title: 'Travel costs' });
export const budget = sampleMetadata({
  Title: 'Budget',
  LastUpdated: '2020-03-01T10:00:00.000Z',
  SharedBy: 'Ben Okafor',
});

export async function showHistory(): Promise<void> {
  server.answer(getChats, () => ({ chats: [structuredClone(budget), structuredClone(travel)] }));
  server.answer(getChat, ({ convo_id }) => sampleChat(convo_id === travel.ConversationId ? travel : budget));
  render(
    <FluentProvider theme={webLightTheme}>
      <HistoryPane />
    </FluentProvider>,
  );
  await act(loadChats);
}

export const row = (title: string) => screen.getByRole('button', { name: title });
export const titles = () =>
  within(screen.getByRole('list', { name: 'Chat history' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent);

/** Chooses an item of a chat's menu. */
export async function choose(title: string, item: string): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name: `More options for ${title}` }));
  fireEvent.click(await screen.findByRole('menuitem', { name: item }));
  await waitForDrawing();
}

export function beginHistoryStory(): void {
  server.reset();
  toasts.entries = [];
  beginStory();
}
