import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { deleteRating, getRatings, saveRating } from '#contract/chats/feedback.ts';
import { AvaError } from '#contract/errors.ts';
import { api } from '#tab/api.ts';
import type { FakeApi } from '#tab/testing/fakeApi.ts';
import { sampleId } from '#tab/testing/samples.ts';
import { FeedbackButtons } from './FeedbackButtons.tsx';

jest.mock('#tab/api.ts', () => ({
  ...jest.requireActual<object>('#tab/api.ts'),
  api: jest.requireActual<typeof import('#tab/testing/fakeApi.ts')>('#tab/testing/fakeApi.ts').createFakeApi(),
}));
jest.mock('#tab/state/log.ts', () => ({ logFailure: jest.fn() }));
const showToast = jest.fn();
jest.mock('#tab/shell/toasts/toasts.ts', () => ({ showToast: (...toast: unknown[]) => showToast(...toast) }));

const server = api as FakeApi;
let messageId: string;

// Loaded in advance, because loading a part of Fluent can take longer than a query's timeout.
beforeAll(() => import('./FeedbackForm.tsx'));
beforeEach(() => {
  server.reset();
  showToast.mockClear();
  messageId = sampleId();
  server.answer(getRatings, () => ({ ratings: [] }));
  server.answer(saveRating, ({ comment = '', ...rating }) => ({ comment, ...rating }));
  server.answer(deleteRating, () => ({ deleted: true as const }));
});

async function show(): Promise<void> {
  render(
    <FluentProvider theme={webLightTheme}>
      <FeedbackButtons chatId={sampleId()} messageId={messageId} />
    </FluentProvider>,
  );
  await act(async () => undefined);
}

const thumb = (name: string) => screen.getByRole('button', { name, hidden: true });
const press = (name: string) => fireEvent.click(thumb(name));

it('a thumb rates the answer at once; a comment can follow', async () => {
  await show();
  press('Bad answer');
  expect(thumb('Bad answer')).toHaveAttribute('aria-pressed', 'true');
  await waitFor(() =>
    expect(server.requestsTo(saveRating)).toEqual([{ message_id: messageId, reaction: 'dislike', comment: '' }]),
  );
  fireEvent.change(await screen.findByLabelText('Anything to add?'), { target: { value: ' The year is wrong. ' } });
  press('Send');
  await waitFor(() =>
    expect(server.requestsTo(saveRating).at(-1)).toMatchObject({ reaction: 'dislike', comment: 'The year is wrong.' }),
  );
});

it('shows the saved rating, which can be changed and removed', async () => {
  server.answer(getRatings, () => ({
    ratings: [{ message_id: messageId, reaction: 'like' as const, comment: 'Good.' }],
  }));
  await show();
  await waitFor(() => expect(thumb('Good answer')).toHaveAttribute('aria-pressed', 'true'));
  press('Good answer');
  expect(await screen.findByLabelText('Anything to add?')).toHaveValue('Good.');
  expect(server.requestsTo(saveRating)).toEqual([]);
  press('Remove feedback');
  await waitFor(() => expect(server.requestsTo(deleteRating)).toEqual([{ message_id: messageId }]));
  expect(thumb('Good answer')).toHaveAttribute('aria-pressed', 'false');
});

it('shows the previous rating and an error when saving fails', async () => {
  server.answer(saveRating, () => {
    throw new AvaError('unexpected');
  });
  await show();
  press('Good answer');
  await waitFor(() => expect(showToast).toHaveBeenCalledWith('error', "Your feedback couldn't be saved."));
  expect(thumb('Good answer')).toHaveAttribute('aria-pressed', 'false');
});
