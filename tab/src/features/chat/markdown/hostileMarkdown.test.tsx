import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act, cleanup, render } from '@testing-library/react';
import type { ReactElement } from 'react';
import Markdown from 'react-markdown';
import { hostileTexts } from '../../../testing/hostileTexts.ts';
import { MarkdownParts, type MarkdownRenderers } from '../../../ui/markdown/MarkdownParts.tsx';
import { AnswerMarkdown } from './AnswerMarkdown.tsx';
import { markdownComponents } from './markdownComponents.tsx';
import { createMarkdownPipeline } from './markdownPipeline.ts';

/** Shortest text whose growth is measured; the others are two and four times as long. */
const GROWTH_LENGTH = 800;
/** Near the limits of a block, where most of it is still parsed. */
const RENDERED_LENGTH = 800;
const PLAIN_LENGTH = 2_500;
/** Smaller values are measurement noise; quadratic growth shows above it. */
const NOISE_MS = 100;
/** jsdom and the development build of React are several times slower than a browser. */
const MAX_STEP_MS = 500;
const FRAME_MS = 20;

interface Cost {
  total: number;
  longest: number;
}

beforeAll(() => {
  jest.useFakeTimers();
  const ordinary = 'Some **bold** words with a [link](https://a.example).\n\n'.repeat(20);
  measureSteps(createAnswer(ordinary));
  measureSteps(createParsedAnswer(ordinary));
});
afterAll(() => jest.useRealTimers());
afterEach(() => cleanup());

function createAnswer(text: string, streaming = false) {
  return (
    <FluentProvider theme={webLightTheme}>
      <AnswerMarkdown text={text} streaming={streaming} numbers={[1]} />
    </FluentProvider>
  );
}

const pipeline = createMarkdownPipeline(new Set([1]), 'answer');

/** Splits and parses a text like an answer, but renders no elements: most of the time is spent in jsdom otherwise. */
const parseOnly: MarkdownRenderers = {
  markdown: (text) => {
    Markdown({ ...pipeline, components: markdownComponents, children: text });
    return '.';
  },
  code: () => '.',
  onError: () => undefined,
};

function createParsedAnswer(text: string) {
  return <MarkdownParts text={text} streaming={false} renderers={parseOnly} />;
}

/** CPU time in milliseconds: other processes do not distort it. */
function measure(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** Renders an answer to its end, frame by frame. */
function measureSteps(answer: ReactElement, inspect: (root: HTMLElement) => void = () => undefined): Cost {
  let root = document.body;
  const costs = [measure(() => (root = render(answer).container))];
  while (jest.getTimerCount() > 0) costs.push(measure(() => act(() => jest.advanceTimersByTime(FRAME_MS))));
  inspect(root);
  cleanup();
  return { total: costs.reduce((sum, each) => sum + each, 0), longest: Math.max(...costs) };
}

/** Kinds that have nothing to show. */
const invisible = ['link definitions', 'blank lines'];

describe.each(Object.entries(hostileTexts))('%s', (name, make) => {
  it('cost in proportion to their length', () => {
    const measureLength = (times: number) => measureSteps(createParsedAnswer(make(GROWTH_LENGTH * times)));
    const [once, twice, four] = [measureLength(1), measureLength(2), measureLength(4)];
    expect(twice.total).toBeLessThan(4 * Math.max(NOISE_MS, once.total));
    expect(four.total).toBeLessThan(8 * Math.max(NOISE_MS, once.total));
    expect(Math.max(once.longest, twice.longest, four.longest)).toBeLessThan(MAX_STEP_MS);
  });

  it('do not take long in one step when they are short enough to be parsed', () => {
    const { longest } = measureSteps(createAnswer(make(RENDERED_LENGTH)), (root) => {
      const answer = root.querySelector('.fui-FluentProvider > div');
      expect(answer?.innerHTML === '').toBe(invisible.includes(name));
    });
    expect(longest).toBeLessThan(MAX_STEP_MS);
  });
});

describe('what is too costly to parse', () => {
  it.each(['nested quotes', 'nested lists', 'emphasis that closes inside out', 'opening brackets', 'one word'])(
    '%s are shown with all their characters',
    (name) => {
      const text = hostileTexts[name]?.(PLAIN_LENGTH) ?? '';
      const { container } = render(createAnswer(`Before\n\n${text}\n\n**After**`));
      act(() => jest.advanceTimersByTime(FRAME_MS));
      expect(container).toHaveTextContent('Before');
      expect(container.textContent).toContain(text);
      expect(container.querySelector('strong')).toHaveTextContent('After');
    },
  );

  it('costs no more for each piece while it arrives', () => {
    const text = hostileTexts['emphasis that closes inside out']?.(PLAIN_LENGTH) ?? '';
    const { rerender } = render(createAnswer('', true));
    const costs = [0, 1, 2, 3].map((quarter) =>
      measure(() => {
        for (let piece = 1; piece <= 25; piece += 1)
          rerender(createAnswer(text.slice(0, (PLAIN_LENGTH / 4) * quarter + (PLAIN_LENGTH / 100) * piece), true));
      }),
    );
    expect(costs[3]).toBeLessThan(Math.max(2 * NOISE_MS, (costs[0] ?? 0) * 2));
  });
});
