import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act, cleanup, render } from '@testing-library/react';
import { hostileTexts } from '../../../testing/hostileTexts.ts';
import { AnswerMarkdown } from './AnswerMarkdown.tsx';

const LENGTH = 2_500;
/** Near the limits of a block, where most of it is still parsed. */
const SHORT = 1_500;
/** Below this a measure is mostly the machine's own; quadratic growth shows above it. */
const NOISE_MS = 200;
/** jsdom and the development build of React cost several times what a browser does. */
const AT_ONCE_MS = 500;
const STEP_MS = 20;

interface Cost {
  total: number;
  longest: number;
}

beforeAll(() => {
  jest.useFakeTimers();
  draw('Some **bold** words with a [link](https://a.example).\n\n'.repeat(50));
});
afterAll(() => jest.useRealTimers());
afterEach(() => cleanup());

function answer(text: string, streaming = false) {
  return (
    <FluentProvider theme={webLightTheme}>
      <AnswerMarkdown text={text} streaming={streaming} numbers={[1]} />
    </FluentProvider>
  );
}

/** Processor time in milliseconds: the machine may be busy with other things. */
function measure(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** Draws a text to its end, as far as it is drawn in several steps. */
function draw(text: string): Cost {
  let root = document.body;
  const costs = [measure(() => (root = render(answer(text)).container))];
  while (jest.getTimerCount() > 0) costs.push(measure(() => act(() => jest.advanceTimersByTime(STEP_MS))));
  if (/[^\s]/.test(text)) expect(root).not.toBeEmptyDOMElement();
  cleanup();
  return { total: costs.reduce((sum, each) => sum + each, 0), longest: Math.max(...costs) };
}

describe.each(Object.entries(hostileTexts))('%s', (_name, make) => {
  it('cost in proportion to their length', () => {
    const [once, twice, four] = [1, 2, 4].map((times) => draw(make(LENGTH * times))) as [Cost, Cost, Cost];
    expect(twice.total).toBeLessThan(4 * Math.max(NOISE_MS, once.total));
    expect(four.total).toBeLessThan(8 * Math.max(NOISE_MS, once.total));
    expect(Math.max(once.longest, twice.longest, four.longest)).toBeLessThan(AT_ONCE_MS);
  });

  it('do not take long at once where they are short enough to be parsed', () => {
    expect(draw(make(SHORT)).longest).toBeLessThan(AT_ONCE_MS);
  });
});

describe('what is too costly to parse', () => {
  it.each(['nested quotes', 'nested lists', 'emphasis that closes inside out', 'opening brackets', 'one word'])(
    '%s are shown with all their characters',
    (name) => {
      const text = hostileTexts[name]?.(LENGTH) ?? '';
      const { container } = render(answer(`Before\n\n${text}\n\n**After**`));
      act(() => jest.advanceTimersByTime(STEP_MS));
      expect(container).toHaveTextContent('Before');
      expect(container.textContent).toContain(text);
      expect(container.querySelector('strong')).toHaveTextContent('After');
    },
  );

  it('costs no more for each piece while it arrives', () => {
    const text = hostileTexts['emphasis that closes inside out']?.(LENGTH) ?? '';
    const { rerender } = render(answer('', true));
    const costs = [0, 1, 2, 3].map((quarter) =>
      measure(() => {
        for (let at = 1; at <= 25; at += 1)
          rerender(answer(text.slice(0, (LENGTH / 4) * quarter + (LENGTH / 100) * at), true));
      }),
    );
    expect(costs[3]).toBeLessThan(Math.max(NOISE_MS, (costs[0] ?? 0) * 2));
  });
});
