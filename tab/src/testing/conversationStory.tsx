import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act, render, screen } from '@testing-library/react';
import {
  chatResponse,
  chatResponseWithContext,
  generateTitle,
  newChat as newChatCall,
} from '../../../api/contract/chat.ts';
import { Conversation } from '../features/chat/conversation/Conversation.tsx';
import { createFakeRun, type FakeRun } from './chatStory.ts';
import type { FakeApi } from './fakeApi.ts';
import { sampleId, sampleMetadata } from './samples.ts';

/** A server that makes chats, starts a run for each message and gives titles; the runs are listed as they start. */
export function serve(server: FakeApi): FakeRun[] {
  const runs: FakeRun[] = [];
  const start = ({ request_id }: { request_id?: string | undefined }) => {
    const run = createFakeRun(request_id ?? sampleId());
    runs.push(run);
    return run.open();
  };
  server.answer(newChatCall, ({ chat_id }) => sampleMetadata({ ConversationId: chat_id ?? sampleId() }));
  server.answer(generateTitle, () => 'Travel costs');
  server.open(chatResponse, start);
  server.open(chatResponseWithContext, start);
  return runs;
}

export function showConversation(chatId: string) {
  return render(
    <FluentProvider theme={webLightTheme}>
      <Conversation chatId={chatId} />
    </FluentProvider>,
  );
}

export function lastAnswer(): HTMLElement {
  const answer = screen.getAllByRole('article', { name: 'AVA' }).at(-1);
  if (!answer) throw new Error('There is no answer.');
  return answer;
}

/** Waits until what has arrived is drawn. */
export async function drawn(ms = 40): Promise<void> {
  await act(() => new Promise((resolve) => setTimeout(resolve, ms)));
}

/** Writes words as a model does, a piece at a time. */
export function say(run: FakeRun | undefined, text: string): void {
  for (const chunk of text.split(/(?<= )/)) run?.write({ type: 'chunk', chunk });
}

/** Ends an answer as the model does when it has said all. */
export function finish(run: FakeRun | undefined): void {
  run?.write({ type: 'done', finish: 'stop' });
  run?.end();
}
