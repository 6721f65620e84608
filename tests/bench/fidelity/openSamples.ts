import { makeZip } from '#tests/harness/hostile/hostileFiles.ts';
import { makeText } from '#sandbox/documents/textFile.ts';
import { pickContents, toText, type Content } from './contents.ts';
import type { Sample } from './sample.ts';

const NAMESPACES = ['office', 'text', 'table', 'drawing draw']
  .map((name) => name.split(' '))
  .map(([name, prefix = name]) => `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(' ');

const odtTable = (table: Content['table']) =>
  `<table:table><table:table-column table:number-columns-repeated="3"/>${table.map((row) => `<table:table-row>${row.map((cell) => `<table:table-cell><text:p>${cell}</text:p></table:table-cell>`).join('')}</table:table-row>`).join('')}</table:table>`;

const odtBody = ({ title, paragraphs, items, table }: Content) =>
  `<text:h text:outline-level="1">${title}</text:h>${paragraphs.map((text) => `<text:p>${text}</text:p>`).join('')}<text:list>${items.map((text) => `<text:list-item><text:p>${text}</text:p></text:list-item>`).join('')}</text:list>${odtTable(table)}`;

const makeOpen = (kind: string, body: string) =>
  makeZip({
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    'content.xml': `<?xml version="1.0" encoding="UTF-8"?><office:document-content ${NAMESPACES} office:version="1.2"><office:body>${body}</office:body></office:document-content>`,
    'styles.xml': `<office:document-styles ${NAMESPACES} office:version="1.2"><office:styles/></office:document-styles>`,
    'META-INF/manifest.xml': `<?xml version="1.0" encoding="UTF-8"?><manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.2"><manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.${kind}"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`,
  });

const openTexts = pickContents('en de ru ar ja th').flatMap((content): Sample[] => [
  {
    name: `policy.${content.language}.odt`,
    make: () => makeOpen('text', `<office:text>${odtBody(content)}</office:text>`),
    text: toText(content),
    rows: content.table,
  },
  {
    name: `policy.${content.language}.odp`,
    make: () =>
      makeOpen(
        'presentation',
        `<office:presentation>${[content.title, ...content.paragraphs].map((text) => `<draw:page><draw:frame><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame></draw:page>`).join('')}</office:presentation>`,
      ),
    text: [content.title, ...content.paragraphs].join('\n'),
  },
]);

/** Bytes of a code page as `\'e4`, or characters as `\u228?`. */
const escapeRtf = (text: string, encode?: (text: string) => Uint8Array) =>
  [...text]
    .map((character) => {
      if (character < '\u0080') return character;
      if (encode) return [...encode(character)].map((byte) => `\\'${byte.toString(16)}`).join('');
      return [...Array(character.length).keys()]
        .map((index) => `\\u${(character.charCodeAt(index) << 16) >> 16}?`)
        .join('');
    })
    .join('');

const rtf = (content: Content, codePage?: number): Sample => {
  const escape = (text: string) =>
    escapeRtf(text, codePage === undefined ? undefined : (character) => makeText(character, `cp${codePage}`));
  const row = (cells: readonly string[]) =>
    `\\trowd\\cellx3000\\cellx6000\\cellx9000 ${cells.map((cell) => `\\intbl ${escape(cell)}\\cell `).join('')}\\row\r\n`;
  const body = [content.title, ...content.paragraphs, ...content.items]
    .map((text) => `\\pard ${escape(text)}\\par\r\n`)
    .join('');
  return {
    name: `policy.${content.language}${codePage ? `.${codePage}` : ''}.rtf`,
    make: () =>
      makeText(
        `{\\rtf1\\ansi\\ansicpg${codePage ?? 1252}{\\fonttbl{\\f0 Arial;}}${body}${content.table.map(row).join('')}}`,
        'latin1',
      ),
    text: toText(content),
    rows: content.table,
  };
};

/** Open Documents and Rich Text. */
export const openSamples: readonly Sample[] = [
  ...openTexts,
  ...pickContents('de ru ar ja th').map((content) => rtf(content)),
  ...(
    [
      ['de', 1252],
      ['pl', 1250],
      ['ru', 1251],
      ['ja', 932],
      ['zh', 936],
    ] as const
  ).map(([language, codePage]) => rtf(pickContents(language)[0]!, codePage)),
];
