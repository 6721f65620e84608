/**
 * Renders a growing answer, one render per piece, with AVA's component or a naive one. The bench calls `window.draw`.
 */
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import type { ReactElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import Markdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { AnswerMarkdown } from '#tab/features/chat/markdown/AnswerMarkdown.tsx';

type Renderer = (text: string, streaming: boolean) => ReactElement;

const renderers: Record<string, Renderer> = {
  ava: (text, streaming) => (
    <FluentProvider theme={webLightTheme}>
      <AnswerMarkdown text={text} streaming={streaming} numbers={[]} />
    </FluentProvider>
  ),
  naive: (text) => <Markdown remarkPlugins={[remarkGfm]}>{text}</Markdown>,
};

const MAX_BLOCK_MS = 1_000;

/**
 * Returns the script time of each piece in ms. Waits for a frame every second, so that the browser stays responsive.
 */
async function draw(name: string, text: string, chunkLength: number): Promise<number[]> {
  const render = renderers[name];
  const container = document.getElementById('root');
  if (!render || !container) throw new Error(`There is no renderer called ${name}.`);
  const root = createRoot(container);
  const times: number[] = [];
  let lastFrameAt = performance.now();
  for (let end = chunkLength; end < text.length + chunkLength; end += chunkLength) {
    const startedAt = performance.now();
    flushSync(() => root.render(render(text.slice(0, end), end < text.length)));
    times.push(performance.now() - startedAt);
    if (performance.now() - lastFrameAt < MAX_BLOCK_MS) continue;
    await new Promise((wake) => requestAnimationFrame(wake));
    lastFrameAt = performance.now();
  }
  root.unmount();
  return times;
}

declare global {
  interface Window {
    draw: typeof draw;
  }
}
window.draw = draw;
