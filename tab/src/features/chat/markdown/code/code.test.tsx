import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act, render, screen } from '@testing-library/react';
import { CodeBlock } from './CodeBlock.tsx';
import { highlight, type HighlightRequest } from './highlight.ts';
import { tokenize } from './tokenize.ts';

jest.mock('#tab/state/log.ts', () => ({ logFailure: jest.fn() }));

const QUIET_MS = 300;

/** Answers like the real worker, except for code with the word `endless`. */
class FakeWorker {
  static all: FakeWorker[] = [];
  onmessage: ((event: { data: unknown }) => void) | null = null;
  requests: HighlightRequest[] = [];
  isTerminated = false;
  constructor() {
    FakeWorker.all.push(this);
  }
  postMessage(request: HighlightRequest) {
    this.requests.push(request);
    if (request.code.includes('endless')) return;
    const tokens = tokenize(request.language, request.code);
    void Promise.resolve().then(() => this.onmessage?.({ data: { id: request.id, tokens } }));
  }
  terminate() {
    this.isTerminated = true;
  }
}

const countRequests = () => FakeWorker.all.reduce((sum, { requests }) => sum + requests.length, 0);

beforeEach(() => {
  jest.useFakeTimers();
  Object.assign(globalThis, { Worker: FakeWorker });
});
afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(globalThis, 'Worker');
});

const createBlock = (text: string, language = 'js') => (
  <FluentProvider theme={webLightTheme}>
    <CodeBlock text={text} language={language} />
  </FluentProvider>
);

async function wait(ms: number): Promise<void> {
  await act(() => jest.advanceTimersByTimeAsync(ms));
}

it('splits code into tokens with roles, without losing a character', () => {
  const code = 'const city = "Oslo"; // <b>\n';
  const tokens = tokenize('js', code) ?? [];
  expect(tokens.map(({ text }) => text).join('')).toBe(code);
  expect(tokens).toEqual(
    expect.arrayContaining([
      { role: 'keyword', text: 'const' },
      { role: 'string', text: '"Oslo"' },
      { role: 'comment', text: '// <b>' },
    ]),
  );
  expect(tokenize('nolanguage', code)).toBeNull();
});

it('shows plain code first, and colors it in a moment', async () => {
  const { container } = render(createBlock('const a = 1;'));
  expect(container.querySelectorAll('code span')).toHaveLength(0);
  await wait(QUIET_MS);
  expect(screen.getByText('const').tagName).toBe('SPAN');
  expect(container.querySelector('code')).toHaveTextContent('const a = 1;');
});

it('code is not highlighted while it streams', async () => {
  const before = countRequests();
  const { rerender } = render(createBlock('let s'));
  for (let length = 1; length <= 50; length += 1) {
    rerender(createBlock(`let s${'x'.repeat(length)}`));
    await wait(50);
  }
  expect(countRequests()).toBe(before);
  await wait(QUIET_MS);
  expect(countRequests()).toBe(before + 1);
});

it('code is colored at once when it scrolls back into view', async () => {
  const first = render(createBlock('return 42'));
  await wait(QUIET_MS);
  first.unmount();
  const { container } = render(createBlock('return 42'));
  expect(container.querySelectorAll('code span').length).toBeGreaterThan(0);
});

it('code stays plain when it is long, or in an unknown language', async () => {
  const before = countRequests();
  const { container } = render(createBlock('x = 1\n'.repeat(4_000), 'python'));
  await wait(QUIET_MS);
  expect(countRequests()).toBe(before);
  expect(container.querySelectorAll('code span')).toHaveLength(0);
  await expect(highlight('klingon', 'Qapla')).resolves.toBeNull();
});

/** @proves threat:slow-code */
it('code stays plain when highlighting takes too long, and the next code is colored by a new worker', async () => {
  const { container } = render(
    <>
      {createBlock('endless')}
      {createBlock('const b = 2;')}
    </>,
  );
  await wait(QUIET_MS);
  expect(container.querySelectorAll('code span')).toHaveLength(0);
  await wait(2_000);
  expect(FakeWorker.all.at(-2)?.isTerminated).toBe(true);
  expect(screen.getByText('const').tagName).toBe('SPAN');
  expect(screen.getByText('endless').tagName).toBe('CODE');
});
