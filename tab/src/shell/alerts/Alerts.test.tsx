import { FluentProvider, teamsLightTheme } from '@fluentui/react-components';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { setStorageOwner } from '#tab/state/storageOwner.ts';
import { retryModels, signIn, signOut } from '#tab/state/session.actions.ts';
import { session } from '#tab/state/session.state.ts';
import { ada, signedInAsAda } from '#tab/testing/samples.ts';
import { Alerts } from './Alerts.tsx';

jest.mock('#tab/state/session.actions.ts', () => ({
  signIn: jest.fn(),
  signOut: jest.fn(),
  retryModels: jest.fn(),
}));

beforeEach(() => {
  localStorage.clear();
  setStorageOwner(ada);
  session.status = { name: 'signedIn', ...signedInAsAda() };
});

function show() {
  return render(
    <FluentProvider theme={teamsLightTheme}>
      <Alerts />
    </FluentProvider>,
  );
}

it('shows an alert for the expired session, with which Ada logs in again or signs out', async () => {
  const user = userEvent.setup();
  session.status = { name: 'expired', ...signedInAsAda() };
  show();
  expect(await screen.findByText('Your session has expired')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Log in again' }));
  expect(signIn).toHaveBeenCalled();
  expect(signOut).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Close and sign out' }));
  expect(signOut).toHaveBeenCalled();
});

/** @shows Error: {detail}. Please contact support. */
it('shows the support contact when no model is configured', async () => {
  session.status = { name: 'signedIn', ...signedInAsAda(), models: [] };
  show();
  expect(
    await screen.findByText('Error: No language model is configured for your organization. Please contact support.'),
  ).toBeVisible();
});

/** @shows Failed to fetch LLM models */
it('says that the models could not be fetched, with a retry', async () => {
  session.status = { name: 'signedIn', ...signedInAsAda(), modelsFailed: true };
  show();
  expect(await screen.findByText('Failed to fetch LLM models')).toBeVisible();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Retry' }));
  expect(retryModels).toHaveBeenCalled();
});

it('says that the browser is offline, until it is online again', async () => {
  show();
  const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(await screen.findByText("You're offline.")).toBeVisible();
  online.mockRestore();
  act(() => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(screen.queryByText("You're offline.")).toBeNull());
});
