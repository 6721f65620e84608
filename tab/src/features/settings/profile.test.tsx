import { FluentProvider, teamsLightTheme } from '@fluentui/react-components';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AvaError } from '#contract/errors.ts';
import { refreshSession } from '#contract/people.ts';
import { api } from '#tab/api.ts';
import { session } from '#tab/state/session.state.ts';
import type { FakeApi } from '#tab/testing/fakeApi.ts';
import { ada, signedInAsAda } from '#tab/testing/samples.ts';
import ProfileDialog from './ProfileDialog.tsx';

jest.mock('#tab/api.ts');
jest.mock('#tab/state/log.ts');
jest.mock('#tab/state/encryptedStorage.ts', () => ({
  readEncrypted: () => Promise.resolve(null),
  writeEncrypted: () => Promise.resolve(),
}));
jest.mock('./usePhoto.ts', () => ({ usePhoto: () => null }));

const server = api as FakeApi;
const teams = [
  { id: '1', name: 'Finance' },
  { id: '2', name: 'Board' },
];

beforeEach(() => {
  server.reset();
  const person = { ...ada, officeLocation: 'Oslo 3', teams };
  session.status = { name: 'signedIn', ...signedInAsAda(), person };
});

const show = () =>
  render(
    <FluentProvider theme={teamsLightTheme}>
      <ProfileDialog onClose={jest.fn()} />
    </FluentProvider>,
  );

it('shows what Microsoft 365 says, without empty rows', () => {
  show();
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    'Department',
    'Company',
    'Office',
    'Email',
    'Teams',
  ]);
  expect(screen.getByText('Finance, Board')).toBeVisible();
});

/** @shows Failed to refresh profile info */
it('reads the profile again, and keeps what it shows when that fails', async () => {
  const user = userEvent.setup();
  show();
  server.answer(refreshSession, () => ({ ...ada, department: 'Treasury' }));
  await user.click(screen.getByRole('button', { name: 'Refresh profile' }));
  expect(await screen.findByText('Your profile is up to date.')).toBeVisible();
  expect(screen.getByText('Treasury')).toBeVisible();

  server.answer(refreshSession, () => {
    throw new AvaError('graph_unavailable');
  });
  await user.click(screen.getByRole('button', { name: 'Refresh profile' }));
  expect(await screen.findByText('Failed to refresh profile info')).toBeVisible();
  expect(screen.getByText('Treasury')).toBeVisible();
});
