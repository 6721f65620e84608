import { makeText } from '#sandbox/documents/textFile.ts';
import { contents, english, german, pickContents, toHtml, toMarkdown, toText, type Content } from './contents.ts';
import type { Sample } from './sample.ts';

/** Encodings of text without a byte order mark, with the languages that are written in them. */
const encodings: Readonly<Record<string, string>> = {
  'windows-1252': 'de fr',
  'iso-8859-15': 'de',
  macintosh: 'de fr',
  'windows-1250': 'pl cs',
  'iso-8859-2': 'pl cs',
  'windows-1254': 'tr',
  'windows-1251': 'ru',
  'koi8-r': 'ru',
  cp866: 'ru',
  'windows-1253': 'el',
  'windows-1256': 'ar',
  'windows-1255': 'he',
  shift_jis: 'ja',
  'euc-jp': 'ja',
  gb18030: 'zh',
  'euc-kr': 'ko',
  'windows-874': 'th',
  'utf-16le': 'en de',
  'utf-16be': 'fr',
};

const shorts: readonly [name: string, encoding: string, text: string][] = [
  ['greeting', 'windows-1252', 'Grüße aus Köln'],
  ['greeting', 'macintosh', 'Schöne Grüße aus München, bis Dienstag!'],
  ['street', 'windows-1250', 'ul. Długa 5, Łódź'],
  ['name', 'windows-1251', 'Иван Петров, отдел продаж'],
  ['note', 'shift_jis', '会議は三時に始まります。'],
  ['note', 'gb18030', '请在星期五之前回复。'],
  ['note', 'euc-kr', '회의는 세 시에 시작합니다.'],
  ['note', 'windows-874', 'ประชุมเวลาสามโมง'],
  ['price', 'windows-1252', 'Total: 45 € – “net” … £30'],
  ['prices', 'macintosh', 'Café crème: 4,50 € — très bon'],
];

/** Rows of values with a separator; `quote` encloses each value. */
const toCsv = ({ table }: Content, separator: string, quote = ''): string =>
  table.map((row) => row.map((cell) => `${quote}${cell}${quote}`).join(separator)).join('\r\n');

const tableText = ({ table }: Content): string => table.map((row) => row.join(' ')).join('\n');

const csv = (name: string, content: Content, separator: string, encoding = 'utf-8', mark = false): Sample => ({
  name,
  make: () => makeText(toCsv(content, separator), encoding, { mark }),
  text: tableText(content),
});

const page = (head: string, content: Content, tail = '') =>
  `<!DOCTYPE html><html lang="${content.language}"><head>${head}<title>x</title></head><body>${toHtml(content)}${tail}</body></html>`;

const pages: Sample[] = pickContents('de ru ar ja th').map((content) => ({
  name: `page.${content.language}.html`,
  make: () => makeText(page('<meta charset="utf-8">', content)),
  text: toText(content),
  rows: content.table,
}));

const declaredPages: Sample[] = [
  ['de', 'windows-1252'],
  ['pl', 'iso-8859-2'],
  ['ru', 'koi8-r'],
  ['ja', 'shift_jis'],
  ['zh', 'gb18030'],
].map(([language, charset]) => {
  const content = pickContents(language!)[0]!;
  const head = `<meta http-equiv="Content-Type" content="text/html; charset=${charset}">`;
  return {
    name: `declared.${charset}.html`,
    make: () => makeText(page(head, content), charset),
    text: toText(content),
    rows: content.table,
  };
});

const html = (name: string, body: string, text: string, more: Partial<Sample> = {}): Sample => ({
  name: `${name}.html`,
  make: () => makeText(`<!DOCTYPE html><meta charset="utf-8"><body>${body}`),
  text,
  ...more,
});

const constructs: Sample[] = [
  html(
    'hidden parts',
    '<p>Seen.</p><p style="display:none">secret</p><template>tpl</template><script>run()</script>',
    'Seen.',
    {
      hidden: 'secret tpl run',
    },
  ),
  html(
    'entities',
    '<p>Fish &amp; chips &lt; 5&nbsp;&euro; &mdash; caf&eacute; &#x4F1A;&#35696;</p>',
    'Fish & chips 5 € café 会議',
  ),
  html('preformatted', '<pre>alpha   one\nbeta    two</pre>', 'alpha one beta two'),
  html('definitions', '<dl><dt>VAT</dt><dd>19 percent</dd><dt>Fee</dt><dd>none</dd></dl>', 'VAT 19 percent Fee none'),
  html('spans', '<p>re<b>im</b>burse<i>ment</i> of co<wbr>sts</p>', 'reimbursement of costs'),
  html('soft hyphens', '<p>Reise&shy;kosten&shy;abrechnung</p>', 'Reisekostenabrechnung'),
  html(
    'form',
    '<label>Name <input value="Ada Moreau"></label><textarea>Two nights</textarea><select><option selected>Bern</option></select>',
    'Name Two nights Bern',
  ),
  html(
    'empty cells',
    '<table><thead><tr><th>Region</th><th>Plan</th><th>Actual</th></tr></thead><tbody><tr><td>EMEA</td><td></td><td>1,500</td></tr><tr><td></td><td>7</td><td>8</td></tr></tbody></table>',
    'Region Plan Actual EMEA 1,500 7 8',
    {
      rows: [
        ['Region', 'Plan', 'Actual'],
        ['EMEA', '', '1,500'],
        ['', '7', '8'],
      ],
    },
  ),
  html(
    'merged cells',
    '<table><tr><th rowspan="2">Region</th><th colspan="2">2025</th></tr><tr><th>Plan</th><th>Actual</th></tr><tr><td>North</td><td>3</td><td>4</td></tr></table>',
    'Region 2025 Plan Actual North 3 4',
    {
      rows: [
        ['Region', '2025'],
        ['', 'Plan', 'Actual'],
        ['North', '3', '4'],
      ],
    },
  ),
  html(
    'blocks in cells',
    '<table><tr><td><p>Ada</p></td><td><div>Bern<br>Basel</div></td><td><ul><li>one</li></ul></td></tr><tr><td>Ben</td><td>Chur</td><td>two</td></tr></table>',
    'Ada Bern Basel one Ben Chur two',
    {
      rows: [
        ['Ada', 'Bern Basel', 'one'],
        ['Ben', 'Chur', 'two'],
      ],
    },
  ),
  html(
    'picture',
    '<p>The site <img src="x.png" alt="Plan of the harbor"> opens.</p>',
    'The site Plan of the harbor opens.',
  ),
];

export const textSamples: readonly Sample[] = [
  ...Object.entries(encodings).flatMap(([encoding, languages]) =>
    pickContents(languages).map((content): Sample => ({
      name: `letter.${content.language}.${encoding}.txt`,
      make: () => makeText(toText(content), encoding),
      text: toText(content),
    })),
  ),
  ...shorts.map(([name, encoding, text]): Sample => ({
    name: `${name}.${encoding}.txt`,
    make: () => makeText(text, encoding),
    text,
  })),
  ...['utf-8', 'utf-16le', 'utf-16be', 'utf-32le'].map((encoding): Sample => ({
    name: `marked.${encoding}.txt`,
    make: () => makeText(contents.map(toText).join('\n\n'), encoding, { mark: true }),
    text: contents.map(toText).join('\n'),
  })),
  ...pickContents('de ja he').map((content): Sample => ({
    name: `notes.${content.language}.md`,
    make: () => makeText(toMarkdown(content)),
    text: toText(content),
    rows: content.table,
  })),
  csv('commas.csv', english, ','),
  csv('semicolons.csv', german, ';', 'windows-1252'),
  csv('semicolons.cyrillic.csv', pickContents('ru')[0]!, ';', 'windows-1251'),
  csv('kana.csv', pickContents('ja')[0]!, ',', 'shift_jis'),
  csv('marked.csv', pickContents('pl')[0]!, ';', 'utf-8', true),
  csv('saved as unicode text.csv', german, '\t', 'utf-16le', true),
  csv('tabs.tsv', pickContents('el')[0]!, '\t', 'windows-1253'),
  { name: 'quoted.csv', make: () => makeText(toCsv(english, ',', '"')), text: tableText(english) },
  ...pages,
  ...declaredPages,
  ...constructs,
];
