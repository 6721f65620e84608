import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act, cleanup, render } from '@testing-library/react';
import type { ReactElement } from 'react';
import Markdown from 'react-markdown';
import { hostileTexts } from '#tab/testing/hostileTexts.ts';
import { MarkdownParts, type MarkdownRenderers } from '#tab/ui/markdown/MarkdownParts.tsx';
import { AnswerMarkdown } from './AnswerMarkdown.tsx';
import { markdownComponents } from './markdownComponents.tsx';
import { createMarkdownPipeline } from './markdownPipeline.ts';

/** Characters of the shortest measured text. The time for a text four times as long must grow in proportion. */
const GROWTH_LENGTH = 800;
/** Characters of a text that is near the limits of a block, so that most hostile texts are still parsed. */
const RENDERED_LENGTH = 800;
const PLAIN_LENGTH = 2_500;
/** Costs below this are measurement noise and count as this much; quadratic growth exceeds it. */
const NOISE_MS = 100;
/** Maximum cost of a step, as a multiple of a step of ordinary text: a slow machine slows both equally. */
const MAX_STEP_RATIO = 40;
const FRAME_MS = 20;
/** Garbage collection and compilation only ever add time, so a slow measurement is repeated. */
const MAX_MEASUREMENTS = 3;

interface Cost {
  total: number;
  longest: number;
}

const ordinary = 'Some **bold** words with a [link](https://a.example).\n\n'.repeat(15);
let ordinaryStep = 0;

beforeAll(() => {
  jest.useFakeTimers();
  const steps = [1, 2, 3].map(() => measureSteps(createAnswer(ordinary)).longest);
  ordinaryStep = Math.max(10, Math.min(...steps));
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

/** Splits and parses a text like an answer, but renders no elements, because jsdom would take most of the time. */
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
  return { total: costs.reduce((sum, cost) => sum + cost, 0), longest: Math.max(...costs) };
}

/** Repeats a measurement until the cost is low enough; returns the last cost for the assertions. */
function measureUntil<T>(isCheap: (cost: T) => boolean, run: () => T): T {
  let cost = run();
  for (let count = 1; count < MAX_MEASUREMENTS && !isCheap(cost); count += 1) cost = run();
  return cost;
}

/** Kinds of hostile text that render nothing. */
const invisible = ['link definitions', 'blank lines'];

describe.each(Object.entries(hostileTexts))('%s', (name, make) => {
  /** @proves threat:markdown-cost */
  it('cost CPU time linear to their length', () => {
    const measureLength = (times: number) => measureSteps(createParsedAnswer(make(GROWTH_LENGTH * times))).total;
    const maxOf = (single: number) => 8 * Math.max(NOISE_MS, single);
    const [single, four] = measureUntil(
      ([first, second]) => second < maxOf(first),
      () => [measureLength(1), measureLength(4)] as const,
    );
    expect(four).toBeLessThan(maxOf(single));
  });

  it('do not block for long when they are short enough to be parsed', () => {
    const longest = measureUntil(
      (cost) => cost < MAX_STEP_RATIO * ordinaryStep,
      () =>
        measureSteps(createAnswer(make(RENDERED_LENGTH)), (root) => {
          const answer = root.querySelector('.fui-FluentProvider > div');
          expect(answer?.innerHTML === '').toBe(invisible.includes(name));
        }).longest,
    );
    expect(longest).toBeLessThan(MAX_STEP_RATIO * ordinaryStep);
  });
});

describe('texts that are too expensive to parse', () => {
  /** @proves threat:markdown-cost */
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

  it('cost about as much in the last quarter as in the first while they stream', () => {
    const text = hostileTexts['emphasis that closes inside out']?.(PLAIN_LENGTH) ?? '';
    const measureQuarters = () => {
      const { rerender, unmount } = render(createAnswer('', true));
      const costs = [0, 1, 2, 3].map((quarter) =>
        measure(() => {
          for (let piece = 1; piece <= 25; piece += 1)
            rerender(createAnswer(text.slice(0, (PLAIN_LENGTH / 4) * quarter + (PLAIN_LENGTH / 100) * piece), true));
        }),
      );
      unmount();
      return { first: costs[0] ?? 0, last: costs[3] ?? Infinity };
    };
    const { first, last } = measureUntil((cost) => cost.last < 2 * Math.max(NOISE_MS, cost.first), measureQuarters);
    expect(last).toBeLessThan(2 * Math.max(NOISE_MS, first));
  });
});
