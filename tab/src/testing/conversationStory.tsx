import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act, render, screen } from '@testing-library/react';
import { chatResponse, chatResponseWithContext, generateTitle, newChat as newChatCall } from '#contract/chats/chat.ts';
import { Conversation } from '#tab/features/chat/conversation/Conversation.tsx';
import { createFakeRun, type FakeRun } from './chatStory.ts';
import type { FakeApi } from './fakeApi.ts';
import { sampleId, sampleMetadata } from './samples.ts';

/** Serves new chats, a run for each message, and titles. Returns the list of runs. */
export function serveChat(server: FakeApi): FakeRun[] {
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

/** Waits until received events are drawn. */
export async function waitForDrawing(ms = 40): Promise<void> {
  await act(() => new Promise((resolve) => setTimeout(resolve, ms)));
}

/** Streams a text word by word, as a model does. */
export function streamWords(run: FakeRun | undefined, text: string): void {
  for (const chunk of text.split(/(?<= )/)) run?.write({ type: 'chunk', chunk });
}

/** Completes an answer. */
export function finishAnswer(run: FakeRun | undefined): void {
  run?.write({ type: 'done', finish: 'stop' });
  run?.end();
}
