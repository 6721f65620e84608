import { FluentProvider, teamsLightTheme } from '@fluentui/react-components';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { getAbout, getHelp, getReleaseNotes, helpTitles } from '#contract/organization.ts';
import { api } from '#tab/api.ts';
import { session } from '#tab/state/session.state.ts';
import type { FakeApi } from '#tab/testing/fakeApi.ts';
import { sampleOrganization, signedInAsAda } from '#tab/testing/samples.ts';
import AboutDialog from './AboutDialog.tsx';
import HelpDialog from './HelpDialog.tsx';

jest.mock('#tab/api.ts');
jest.mock('#tab/state/log.ts');
jest.mock('#tab/ui/Markdown.tsx', () => ({ __esModule: true, default: ({ text }: { text: string }) => text }));

const mockAskHelp = jest.fn();
jest.mock('#tab/features/chat/help/askHelp.actions.ts', () => ({
  askHelp: (question: string) => mockAskHelp(question),
}));

const server = api as FakeApi;

beforeEach(() => {
  server.reset();
  server.answer(getAbout, ({ type = 'ava' }) => ({ title: '', version: '0.1.0', content: `About ${type}` }));
  server.answer(getReleaseNotes, () => ({
    releaseNotes: [{ version: '0.1.0', date: '2026-11-20', content: 'The first one.' }],
  }));
  const organization = sampleOrganization({ supportEmail: 'ava-support@northwind.example' });
  session.status = { name: 'signedIn', ...signedInAsAda(), organization: organization };
});

function show(children: ReactNode) {
  return render(<FluentProvider theme={teamsLightTheme}>{children}</FluentProvider>);
}

it('shows version, release notes and support contact', async () => {
  const onClose = jest.fn();
  show(<AboutDialog type="ava" onClose={onClose} />);
  expect(await screen.findByText('Version 0.1.0')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'About AVA' })).toBeVisible();
  expect(screen.getByText('The first one.')).toBeVisible();
  expect(screen.getByText('November 20, 2026')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Contact support' })).toHaveAttribute(
    'href',
    'mailto:ava-support@northwind.example',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalled();
});

/** @proves call:getAbout call:getReleaseNotes */
/** @shows Managing Knowledge Search */
it('has the title Managing Knowledge Search when it is opened from Knowledge Search', async () => {
  show(<AboutDialog type="ks" onClose={jest.fn()} />);
  expect(await screen.findByText('About ks')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Managing Knowledge Search' })).toBeVisible();
  expect(server.requestsTo(getReleaseNotes)).toEqual([{ type: 'ks' }]);
});

/** @shows Please login to view information about this version of the product. */
it('asks a signed-out person to sign in', () => {
  session.status = { name: 'signedOut' };
  show(<AboutDialog type="ava" onClose={jest.fn()} />);
  expect(screen.getByText('Please login to view information about this version of the product.')).toBeVisible();
  expect(server.calls).toEqual([]);
});

/** @proves call:getHelp */
/** @shows Getting Started */
/** @shows Advanced Prompting */
it('shows the help pages in order, and links one that the organization replaces', async () => {
  const user = userEvent.setup();
  const helpPages = { Tasks: 'https://help.northwind.example/tasks' };
  session.status = { name: 'signedIn', ...signedInAsAda(), organization: sampleOrganization({ helpPages }) };
  server.answer(getHelp, () => ({
    pages: helpTitles.map((title) => ({
      title,
      content: `All about ${title}`,
    })),
  }));
  show(<HelpDialog onClose={jest.fn()} />);
  expect(await screen.findByText('All about Getting Started')).toBeVisible();
  expect(screen.getAllByRole('tab').map((tab) => tab.getAttribute('value'))).toEqual([...helpTitles]);
  await user.click(screen.getByRole('tab', { name: 'Advanced Prompting' }));
  expect(screen.getByText('All about Advanced Prompting')).toBeVisible();
  await user.click(screen.getByRole('tab', { name: 'Tasks' }));
  expect(screen.getByRole('link', { name: /Open Tasks/ })).toHaveAttribute(
    'href',
    'https://help.northwind.example/tasks',
  );
});

/** @shows Failed to fetch release notes / help documents */
it('offers a retry when the help pages fail to load', async () => {
  show(<HelpDialog onClose={jest.fn()} />);
  expect(await screen.findByText('Failed to fetch release notes / help documents')).toBeVisible();
  server.answer(getHelp, () => ({ pages: [] }));
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('heading', { name: 'There are no help pages yet.' })).toBeVisible();
});

it('shows the help pages to a signed-out person, without a question to the help corpus', async () => {
  session.status = { name: 'signedOut' };
  server.answer(getHelp, () => ({ pages: [{ title: 'Getting Started' as const, content: 'Type a question.' }] }));
  show(<HelpDialog onClose={jest.fn()} />);
  expect(await screen.findByText('Type a question.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Ask AVA Help' })).toBeNull();
});

it('asks the help corpus in a new search', async () => {
  const helpSiteId = 'a7d0027b773141ed869218fa5c83ba25';
  session.status = { name: 'signedIn', ...signedInAsAda(), organization: sampleOrganization({ helpSiteId }) };
  server.answer(getHelp, () => ({ pages: [] }));
  const onClose = jest.fn();
  show(<HelpDialog onClose={onClose} />);
  await userEvent.type(screen.getByRole('textbox', { name: 'Ask a question about AVA' }), 'How do I stop?{Enter}');
  expect(onClose).toHaveBeenCalled();
  expect(mockAskHelp).toHaveBeenCalledWith('How do I stop?');
});
