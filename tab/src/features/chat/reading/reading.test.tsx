import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { sampleMessage } from '#tab/testing/samples.ts';
import { chats, type Entry } from '#tab/features/chat/chat.state.ts';
import { parseAnswer } from '#tab/features/chat/copying/answerTree.ts';
import { ReadAloudButton } from './ReadAloudButton.tsx';
import { useStopReading } from './useStopReading.ts';
import { toSpeech } from './speech.rules.ts';

jest.mock('#tab/state/log.ts', () => ({ logFailure: jest.fn() }));

interface Utterance {
  text: string;
  onend: () => void;
  onerror: (event: { error: string }) => void;
}

/** A voice that speaks when the test says so. */
let spoken: Utterance[] = [];
const cancel = jest.fn(() => spoken.at(-1)?.onerror({ error: 'canceled' }));

beforeEach(() => {
  spoken = [];
  cancel.mockClear();
  chats.openId = 'tea';
  Object.assign(globalThis, {
    SpeechSynthesisUtterance: class {
      text: string;
      constructor(text: string) {
        this.text = text;
      }
    },
    speechSynthesis: { speak: (utterance: Utterance) => spoken.push(utterance), cancel },
  });
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'speechSynthesis');
  Reflect.deleteProperty(globalThis, 'SpeechSynthesisUtterance');
});

const entry = {
  ...sampleMessage({ source: 'AVA', content: 'Tea is at **four** [1]. Cake follows.' }),
  links: [{ number: 1 }],
} as Entry;

function Conversation() {
  useStopReading();
  return <ReadAloudButton entry={entry} messageId={entry.message_id} />;
}

const show = () =>
  render(
    <FluentProvider theme={webLightTheme}>
      <Conversation />
    </FluentProvider>,
  );

it('an answer is read aloud sentence by sentence and without markup, and can then be read again', async () => {
  show();
  fireEvent.click(screen.getByRole('button', { name: 'Read aloud' }));
  await waitFor(() => expect(spoken.map(({ text }) => text)).toEqual(['Tea is at four.']));
  await act(async () => spoken[0]?.onend());
  expect(spoken[1]?.text).toBe('Cake follows.');
  await act(async () => spoken[1]?.onend());
  expect(screen.getByRole('button', { name: 'Read aloud' })).toBeInTheDocument();
});

it('reading aloud stops when the button is pressed', async () => {
  show();
  fireEvent.click(screen.getByRole('button', { name: 'Read aloud' }));
  await waitFor(() => expect(spoken).toHaveLength(1));
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Stop reading' })));
  expect(cancel).toHaveBeenCalledTimes(1);
  expect(spoken).toHaveLength(1);
  expect(screen.getByRole('button', { name: 'Read aloud' })).toBeInTheDocument();
});

it.each([
  ['another chat is opened', () => void (chats.openId = 'cake')],
  ['the tab is left', () => window.dispatchEvent(new Event('pagehide'))],
])('reading aloud stops when %s', async (_, leave) => {
  show();
  fireEvent.click(screen.getByRole('button', { name: 'Read aloud' }));
  await waitFor(() => expect(spoken).toHaveLength(1));
  await act(async () => leave());
  expect(cancel).toHaveBeenCalledTimes(1);
});

it('reading aloud is not offered in a browser that cannot speak', () => {
  Reflect.deleteProperty(globalThis, 'speechSynthesis');
  show();
  expect(screen.queryByRole('button')).toBeNull();
});

it('reads lists and tables as words, and mentions code', () => {
  const text = '# Plan\n\n- one\n- two\n\n| City | Price |\n| - | - |\n| Oslo | 160 |\n\n```js\nlet a;\n```';
  expect(toSpeech(parseAnswer(text, []))).toEqual([
    'Plan',
    'one',
    'two',
    'City, Price,',
    'Oslo, 160,',
    'A code block follows in the text.',
  ]);
  const long = toSpeech(parseAnswer('word '.repeat(200), []));
  expect(Math.max(...long.map((piece) => piece.length))).toBeLessThanOrEqual(200);
});
