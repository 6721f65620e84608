import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  beginComposerStory,
  editor,
  endComposerStory,
  getEditorLines,
  getSentText,
  openComposer,
  typeMessage,
} from '#tab/testing/composerStory.tsx';
import { session } from '#tab/state/session.state.ts';
import { dictation } from './dictation.actions.ts';

jest.mock('#tab/state/browserDatabase.ts', () => ({
  readDatabase: async () => null,
  writeDatabase: async () => undefined,
  deleteDatabase: async () => undefined,
}));
jest.mock('#tab/state/log.ts', () => ({ logFailure: jest.fn() }));
let mockHost = 'browser';
jest.mock('#tab/teams/teamsHost.ts', () => ({
  ...jest.requireActual<object>('#tab/teams/teamsHost.ts'),
  getHost: () => ({ kind: mockHost }),
}));

/** The browser's recognition, which hears what the test says. */
class FakeRecognition {
  static last: FakeRecognition | null = null;
  lang = '';
  interimResults = false;
  onresult: (event: object) => void = () => undefined;
  onerror: (event: { error: string }) => void = () => undefined;
  onend: () => void = () => undefined;
  stop = jest.fn(() => this.onend());
  abort = jest.fn();
  start = jest.fn(() => {
    FakeRecognition.last = this;
  });
}

const recognition = () => FakeRecognition.last as FakeRecognition;
const hear = (text: string, isFinal: boolean) =>
  act(async () =>
    recognition().onresult({ resultIndex: 0, results: [Object.assign([{ transcript: text }], { isFinal })] }),
  );
const fail = (error: string) =>
  act(async () => {
    recognition().onerror({ error });
    recognition().onend();
  });

beforeEach(() => {
  beginComposerStory();
  mockHost = 'browser';
  FakeRecognition.last = null;
  Object.assign(globalThis, { webkitSpeechRecognition: FakeRecognition });
  Object.assign(session.status, { organization: { features: { dictation: true } } });
  Object.assign(dictation, { chatId: null, interim: '', failure: null });
});
afterEach(() => {
  endComposerStory();
  Reflect.deleteProperty(globalThis, 'webkitSpeechRecognition');
});

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name, hidden: true }));

async function startForTheFirstTime(): Promise<void> {
  await openComposer();
  await press('Dictate');
  await press('Start dictation');
}

it('says where speech goes before the first dictation, and not again', async () => {
  const { unmount } = await openComposer();
  await press('Dictate');
  expect(await screen.findByText(/Some browsers send the recording to a service of their maker/)).toBeVisible();
  await press('Cancel');
  expect(FakeRecognition.last).toBeNull();
  await press('Dictate');
  await press('Start dictation');
  expect(recognition().start).toHaveBeenCalledTimes(1);
  unmount();
  await openComposer();
  await press('Dictate');
  expect(screen.queryByText('Before you dictate')).toBeNull();
});

it('shows what is being understood, inserts finished sentences at the cursor, and stops', async () => {
  await startForTheFirstTime();
  await act(async () => editor().focus());
  expect(screen.getByText('Listening...')).toHaveAttribute('role', 'status');
  await hear('what did we', false);
  expect(screen.getByText('what did we')).toBeVisible();
  expect(getEditorLines()).toEqual(['Ask AVA anything']);
  await hear('What did we spend?', true);
  await waitFor(() => expect(getEditorLines()).toEqual(['What did we spend?']));
  await hear('In May.', true);
  await waitFor(() => expect(getEditorLines()).toEqual(['What did we spend? In May.']));
  await press('Stop dictation');
  expect(recognition().stop).toHaveBeenCalledTimes(1);
  expect(screen.queryByText('Listening...')).toBeNull();
  await typeMessage('{Enter}');
  await waitFor(() => expect(getSentText()).toBe('What did we spend? In May.'));
});

it.each([
  ['browser', 'not-allowed', /Your browser doesn't let AVA use the microphone/],
  ['teams', 'not-allowed', /Teams doesn't let AVA use the microphone here/],
  ['teams', 'service-not-allowed', /Teams doesn't let AVA use the microphone here/],
  ['browser', 'audio-capture', 'No microphone was found.'],
  ['browser', 'network', "Your browser's speech service can't be reached."],
  ['browser', 'no-speech', 'Nothing was heard.'],
  ['browser', 'unknown', /What was understood is in your message/],
])('in %s, %s is a clear sentence, and what was written stays', async (host, error, sentence) => {
  mockHost = host;
  await startForTheFirstTime();
  await hear('What did we spend?', true);
  await fail(error);
  expect(screen.getByText(sentence)).toBeVisible();
  expect(getEditorLines()).toEqual(['What did we spend?']);
  expect(screen.getByRole('button', { name: 'Dictate' })).toBeInTheDocument();
});

it('ends when the chat is left', async () => {
  await startForTheFirstTime();
  const left = recognition();
  endComposerStory();
  expect(left.abort).toHaveBeenCalled();
  expect(dictation.chatId).toBeNull();
});

it.each([
  ['the organization has not switched it on', () => Object.assign(session.status, { organization: { features: {} } })],
  ['the browser cannot do it', () => Reflect.deleteProperty(globalThis, 'webkitSpeechRecognition')],
])('is not offered if %s', async (_, arrange) => {
  arrange();
  await openComposer();
  expect(screen.queryByRole('button', { name: 'Dictate' })).toBeNull();
});
