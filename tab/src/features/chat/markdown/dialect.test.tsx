import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { cleanup, render } from '@testing-library/react';
import { dialectCases } from '#tests/harness/markdown/dialectCases.ts';
import { readHtml, type HtmlNode } from '#tests/harness/markdown/readings.ts';
import { toRichText } from '#tab/features/chat/copying/richText.ts';
import { AnswerMarkdown } from './AnswerMarkdown.tsx';

jest.mock('#tab/shell/openLink.ts', () => ({ openLink: jest.fn() }));
jest.mock('./math/Formula.tsx', () => ({ Formula: ({ tex }: { tex: string }) => <span data-tex={tex} /> }));

function toNode(node: Node): HtmlNode {
  if (node.nodeType === Node.TEXT_NODE) return { name: '', text: node.textContent ?? '', attributes: {}, children: [] };
  const attributes = node instanceof Element ? [...node.attributes].map(({ name, value }) => [name, value]) : [];
  const children = [...node.childNodes].map(toNode);
  return {
    name: node.nodeName.toLowerCase(),
    attributes: Object.fromEntries(attributes) as HtmlNode['attributes'],
    children,
  };
}

function readScreen(markdown: string): string {
  const { container } = render(
    <FluentProvider theme={webLightTheme}>
      <AnswerMarkdown text={markdown} streaming={false} numbers={[]} />
    </FluentProvider>,
  );
  const reading = readHtml(toNode(container));
  cleanup();
  return reading;
}

function readCopy(markdown: string): string {
  const { html } = toRichText(markdown, []);
  return readHtml(toNode(new DOMParser().parseFromString(html, 'text/html').body));
}

describe.each([
  ['screen', readScreen],
  ['copy', readCopy],
] as const)('on the surface %s', (name, read) => {
  it.each(Object.entries(dialectCases))('%s read as the dialect says', (_, cases) => {
    const expected = cases.map(({ reads, except }) => except?.[name] ?? reads);
    expect(cases.map(({ markdown }) => read(markdown))).toEqual(expected);
  });
});

it('the plain text of a copy is the Markdown itself', () => {
  for (const { markdown } of Object.values(dialectCases).flat()) expect(toRichText(markdown, []).plain).toBe(markdown);
});
