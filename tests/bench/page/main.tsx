/** Draws a growing answer, one render a chunk, with AVA's own part or as a naive one does; the bench calls `window.draw`. */
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import type { ReactElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import Markdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { AnswerMarkdown } from '../../../tab/src/features/chat/markdown/AnswerMarkdown.tsx';

type Draw = (text: string, streaming: boolean) => ReactElement;

const ways: Record<string, Draw> = {
  ava: (text, streaming) => (
    <FluentProvider theme={webLightTheme}>
      <AnswerMarkdown text={text} streaming={streaming} numbers={[]} />
    </FluentProvider>
  ),
  naive: (text) => <Markdown remarkPlugins={[remarkGfm]}>{text}</Markdown>,
};

const longest = 1_000;

/** Ms of script for each chunk, the last of which ends the answer. Breathes now and then, as between two frames. */
async function draw(way: string, text: string, chunk: number): Promise<number[]> {
  const element = ways[way];
  const place = document.getElementById('root');
  if (!element || !place) throw new Error(`There is no way called ${way}.`);
  const root = createRoot(place);
  const times: number[] = [];
  let breathed = performance.now();
  for (let end = chunk; end < text.length + chunk; end += chunk) {
    const began = performance.now();
    flushSync(() => root.render(element(text.slice(0, end), end < text.length)));
    times.push(performance.now() - began);
    if (performance.now() - breathed < longest) continue;
    await new Promise((wake) => requestAnimationFrame(wake));
    breathed = performance.now();
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
