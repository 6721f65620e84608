import { createCanvas } from '@napi-rs/canvas';
import { fromHtml } from 'hast-util-from-html';
import type { Nodes } from 'hast';
import PostalMime from 'postal-mime';
import type { ExportDocument } from '#api/exports/document.ts';
import { parseDocument } from '#api/exports/markdown/parseDocument.ts';
import { renderEmail } from './renderEmail.ts';
import { writeEml } from './writeEml.ts';

/**
 * Elements, attributes and style properties that Outlook's engine draws, from Microsoft's “Word 2007 HTML and CSS Rendering
 * Capabilities in Outlook 2007”. Padding is drawn in table cells only; classes and style sheets are not used at all. `lang`
 * and `scope` are for screen readers.
 */
const drawn: Record<string, string> = {
  div: 'lang',
  p: 'dir',
  h1: 'dir',
  h2: 'dir',
  h3: 'dir',
  h4: 'dir',
  ul: 'dir',
  ol: 'dir start',
  li: '',
  table: 'width border cellpadding cellspacing dir',
  thead: '',
  tbody: '',
  tr: 'valign',
  th: 'scope width align dir',
  td: 'width align dir',
  a: 'href',
  img: 'src alt width height border',
  hr: 'size color',
  span: '',
  b: '',
  i: '',
  s: '',
  sup: '',
  br: '',
};
const properties = (
  'font font-family font-size font-style font-weight line-height color text-align text-decoration vertical-align ' +
  'margin margin-top margin-bottom border border-left border-right border-collapse background-color'
).split(' ');

function findUndrawn(html: string): string[] {
  const problems: string[] = [];
  const visit = (node: Nodes) => {
    if (node.type === 'element') {
      const attributes = drawn[node.tagName]?.split(' ');
      if (!attributes) problems.push(node.tagName);
      for (const [name, value] of Object.entries(node.properties)) {
        if (name === 'style') problems.push(...findProperties(node.tagName, String(value)));
        else if (!attributes?.includes(name.toLowerCase())) problems.push(`${node.tagName} ${name}`);
      }
    }
    if ('children' in node) node.children.forEach(visit);
  };
  visit(fromHtml(html, { fragment: true }));
  return problems;
}

function findProperties(tag: string, style: string): string[] {
  const names = style.split(';').map((declaration) => declaration.split(':')[0]?.trim() ?? '');
  return names
    .filter((name) => !properties.includes(name) && !(name === 'padding' && (tag === 'td' || tag === 'th')))
    .map((name) => `${tag} ${name}`);
}

const render = (text: string, rest: Partial<ExportDocument> = {}) =>
  renderEmail(
    parseDocument({ title: 'Plan', parts: [{ heading: '', text, syntax: 'markdown', citations: [] }], ...rest }),
  );

const everything = `# Costs\n\nLamps **cost** *more* ~~now~~ [here](https://example.com/?a=1&b=2), \`x < y\`, $$a^2$$.

| Item | Price |\n|:--|--:|\n| Lamp | 4,200 |\n| Fence |\n
3. third\n   - inner\n\n     | a |\n     |---|\n     | b |\n4. fourth\n
- [x] done\n- [ ] open\n
> said\n>\n> > again\n
\`\`\`\nif  a:\n    b\n\`\`\`\n
## مرحبا\n\n| القسم | 1 |\n|--|--|\n| الطابق | 2 |\n\n> مرحبا\n\nNote[^1].\n\n---\n
[^1]: See [that](https://example.com).`;

/** @proves threat:draft-content */
it('a mail has only elements and inline styles that Outlook draws, and loses no word', async () => {
  const { html } = await render(everything);
  expect(findUndrawn(html)).toEqual([]);
  const text = html.replace(/<[^>]+>/g, ' ');
  for (const word of 'Costs Lamps cost more now here third inner fourth done said again مرحبا Notes See that'.split(
    ' ',
  ))
    expect(text).toContain(word);
  expect(html).toContain('<ol start="3"');
  expect(html).toContain('if&nbsp; a:');
  expect(html).toMatch(/^<div lang="en-US"/);
  expect(html.match(/<th (?!scope="col")/g)).toBeNull();
  expect(html).toMatch(/<h2 dir="rtl"[^]*<table [^>]*dir="rtl"[^]*align="right" dir="rtl"[^]*border-right/);
});

it('a mail in German has German as its language, and a table of 600 cells stays below 100 KB, at which other mail programs cut a mail', async () => {
  const rows = Array.from(
    { length: 100 },
    (_, row) => `| Lampe ${row} | der Preis | 4.200 € | Halle 7 | ja | nicht vor Mai |`,
  );
  const { html } = await render(`| A | B | C | D | E | F |\n|--|--|--:|--|--|--|\n${rows.join('\n')}`);
  expect(html).toMatch(/^<div lang="de"/);
  expect(html.match(/<td /g)).toHaveLength(600);
  expect(html).toContain('align="right"');
  expect(Buffer.byteLength(html)).toBeLessThan(100_000);
});

/** @proves threat:draft-content */
it.each([
  '<img src=x onerror=alert(1)><style>p{color:red}</style>',
  '[go](javascript:alert(1)) <a href="vbscript:x">x</a>',
  '![x](https://evil.example/track.png)',
  'a"><script>alert(1)</script>',
])('nothing in %s runs or is fetched', async (text) => {
  const { html, images } = await render(text);
  expect(findUndrawn(html)).toEqual([]);
  expect(html).not.toMatch(/<(script|style|img)|href="(javascript|vbscript)|src="http/i);
  expect(images).toEqual([]);
});

it('a picture of 4,000 pixels is scaled below 3 MB and shown by its content id; a picture without bytes is listed as missing', async () => {
  const canvas = createCanvas(4_000, 3_000);
  const context = canvas.getContext('2d');
  for (let x = 0; x < 4_000; x += 5) {
    context.fillStyle = `hsl(${(x * 7) % 360} 80% 50%)`;
    context.fillRect(x, (x * 13) % 2_000, 4, 1_000);
  }
  const images = { 'chart.png': canvas.toBuffer('image/png').toString('base64'), 'broken.png': 'bm90IGEgcGljdHVyZQ==' };
  const text = '![Chart](chart.png) ![Lost](lost.png) ![](broken.png)';
  const { html, images: attached, missing } = await render(text, { images });
  expect(attached).toHaveLength(1);
  expect(attached[0]?.bytes.length).toBeLessThan(3_000_000);
  expect(html).toContain(`<img src="cid:${attached[0]?.contentId}" alt="Chart" width="640" height="480"`);
  expect(missing).toEqual(['Lost', 'broken.png']);
});

it('another library reads the mail of the command line: subject, text and picture', async () => {
  const png = createCanvas(20, 10).toBuffer('image/png');
  const parts = [{ heading: '', text: '![Dot](dot.png) Plan', syntax: 'markdown' as const, citations: [] }];
  const title = 'Überblick über Kosten / Gate 4 🚢 und noch viel mehr Wörter als in eine Zeile passen';
  const eml = await writeEml(parseDocument({ title, parts, images: { 'dot.png': png.toString('base64') } }));
  const mail = await PostalMime.parse(Buffer.from(eml));
  expect(mail.subject).toBe(title);
  expect(mail.html).toContain('Plan');
  expect(mail.html).toContain('<html lang="en-US">');
  expect(mail.text?.trim()).toBe('[Dot] Plan');
  const [picture] = mail.attachments;
  expect(mail.html).toContain(`cid:${picture?.contentId?.replace(/[<>]/g, '')}`);
  expect(Buffer.from(picture?.content as ArrayBuffer).equals(png)).toBe(true);
});

it('a mail without pictures has its plain text before the formatted one, which mail programs prefer', async () => {
  const parts = [
    { heading: '', text: '# Tea\n\n| A | B |\n|--|--|\n| c | d |', syntax: 'markdown' as const, citations: [] },
  ];
  const eml = Buffer.from(await writeEml(parseDocument({ title: 'Tea <now>', parts }))).toString();
  expect(eml).toMatch(/multipart\/alternative[^]*text\/plain[^]*text\/html/);
  expect(eml).not.toContain('multipart/related');
  const mail = await PostalMime.parse(eml);
  expect(mail.text).toMatch(/A\tB\s+c\td/);
  expect(mail.html).toContain('<title>Tea &lt;now&gt;</title>');
});
