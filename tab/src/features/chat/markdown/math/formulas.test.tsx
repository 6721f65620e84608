import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { render, waitFor } from '@testing-library/react';
import { toRichText } from '#tab/features/chat/copying/richText.ts';
import { AnswerMarkdown } from '#tab/features/chat/markdown/AnswerMarkdown.tsx';

jest.mock('#tab/shell/openLink.ts', () => ({ openLink: jest.fn() }));
jest.mock('#tab/features/workspace/viewer/viewer.actions.ts', () => ({ openInViewer: jest.fn() }));

// Loaded in advance, because loading KaTeX can take longer than a query's timeout.
beforeAll(() => import('./RenderedFormula.tsx'));

function show(text: string): HTMLElement {
  return render(
    <FluentProvider theme={webLightTheme}>
      <AnswerMarkdown text={text} streaming={false} numbers={[]} />
    </FluentProvider>,
  ).container;
}

/** Renders a text and waits until KaTeX is loaded. Returns the TeX of its formulas, with `display:` for those on a line. */
async function showFormulas(text: string): Promise<{ root: HTMLElement; formulas: string[] }> {
  const root = show(`${text}\n\n\\(last\\)`);
  await waitFor(() => expect(root.querySelectorAll('.katex').length).toBeGreaterThan(0));
  const formulas = [...root.querySelectorAll('annotation')].map((element) => {
    const prefix = element.closest('.katex-display') ? 'display:' : '';
    return prefix + (element.textContent ?? '');
  });
  return { root, formulas: formulas.slice(0, -1) };
}

describe('a formula', () => {
  it.each([
    ['in round brackets', 'The area is \\(\\pi r^2\\).', ['\\pi r^2']],
    ['in square brackets on a line', 'Then\n\n\\[ a = b \\]\n\nholds.', ['display:a = b']],
    ['in square brackets within a paragraph', 'Then\n\\[\na = b\n\\]\nholds.', ['display:a = b']],
    ['that has lines which look like a list or a heading', '\\[\na\n- 3\n= 5\n\\]', ['display:a\n- 3\n= 5']],
    ['between double dollars on a line', '$$x^2$$', ['display:x^2']],
    ['between double dollars on several lines', '$$\nx\n+ y\n$$', ['display:x\n+ y']],
    ['between double dollars in a sentence', 'so $$x$$ is', ['x']],
    ['in a list', '1. Step\n   \\[ x = 5 \\]\n2. \\(y\\)', ['display:x = 5', 'y']],
    ['in a table', '| a |\n| - |\n| \\(x_1\\) |', ['x_1']],
    ['in a fenced block', '```math\nx + 1\n```', ['display:x + 1']],
    ['with line breaks of TeX', '\\[ a \\\\[2pt] b \\]', ['display:a \\\\[2pt] b']],
  ])('%s is rendered', async (_, text, expected) => {
    expect((await showFormulas(text)).formulas).toEqual(expected);
  });

  it.each([
    'It costs $5 and $10.',
    'a$b$c',
    '\\$$5\\$$',
    '`\\(x\\)` and `$$x$$`',
    '```\n\\[ x \\]\n$$y$$\n```',
    'an open \\( bracket',
    'see \\[1\\',
    '$$ never closed',
  ])('%j is text', async (text) => {
    expect((await showFormulas(text)).formulas).toEqual([]);
  });

  /** @proves threat:formulas */
  it.each([
    ['that KaTeX does not know', '\\unknowncommand{x}'],
    ['that defines macros', '\\def\\a{\\a\\a}\\a'],
    ['that defines macros in another way', '\\newcommand{\\a}{x}\\a'],
    ['that expands without end', '\\iff'.repeat(80)],
    ['that is very long', 'x+'.repeat(600)],
    ['that is nested deeply', `${'\\sqrt{'.repeat(40)}x${'}'.repeat(40)}`],
  ])('%s is shown as its source', async (_, tex) => {
    const { root, formulas } = await showFormulas(`\\(${tex}\\)`);
    await waitFor(() => expect(root.textContent).toContain(tex));
    expect(formulas).toEqual([]);
    expect(root.querySelector('.katex-error')).toBeNull();
  });

  /** @proves threat:formulas */
  it.each([
    '\\href{javascript:window.hit=1}{x}',
    '\\url{https://evil.example}',
    '\\includegraphics{https://evil.example/x.png}',
    '\\htmlStyle{background:url(https://evil.example)}{x}',
    '\\htmlData{x=1}{x}',
    '\\text{<img src=x onerror=window.hit=1>}',
    '\\html@mathml{<script>window.hit=1</script>}{x}',
  ])('%s loads, links and runs nothing', async (tex) => {
    const { root } = await showFormulas(`\\(${tex}\\)`);
    expect(root.querySelectorAll('a, img, script, iframe, [data-x], [onerror]')).toHaveLength(0);
    for (const element of root.querySelectorAll('[style]')) expect(element.getAttribute('style')).not.toContain('url(');
  });

  /** @proves threat:formulas */
  it('cannot cover the page', async () => {
    const { root } = await showFormulas('\\(\\rule{9999em}{9999em}\\)');
    const sizes = [...root.querySelectorAll('[style]')].flatMap((element) =>
      [...(element.getAttribute('style') ?? '').matchAll(/([\d.]+)em/g)].map(([, size]) => Number(size)),
    );
    expect(Math.max(...sizes)).toBeLessThanOrEqual(20);
  });

  it('is copied as TeX', () => {
    const { html, plain } = toRichText('So \\(x^2\\) and\n\n$$y$$', []);
    expect(html).toMatch(/So <code[^>]*>x\^2<\/code> and/);
    expect(html).toMatch(/<code[^>]*>y<\/code>/);
    expect(plain).toBe('So \\(x^2\\) and\n\n$$y$$');
  });
});
