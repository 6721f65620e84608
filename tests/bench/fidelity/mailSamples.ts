import iconv from 'iconv-lite';
import { makeMsg } from '#sandbox/documents/mail.ts';
import { pickContents, toHtml, toText, english, german, type Content } from './contents.ts';
import type { Sample } from './sample.ts';

type Transfer = '8bit' | 'quoted-printable' | 'base64';

const encodeBody = (bytes: Buffer, transfer: Transfer): string => {
  if (transfer === 'base64') return bytes.toString('base64').replace(/.{76}/g, '$&\r\n');
  if (transfer === '8bit') return bytes.toString('latin1');
  return bytes.toString('latin1').replace(/[^\x20-\x3c\x3e-\x7e\r\n]|[ \t](?=\r?\n)/g, (character) => {
    return `=${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
  });
};

/** A part of a message: headers, blank line, body. */
function part(type: string, text: string, charset: string, transfer: Transfer): string {
  const body = encodeBody(iconv.encode(text, charset), transfer);
  return `Content-Type: ${type}; charset=${charset}\r\nContent-Transfer-Encoding: ${transfer}\r\n\r\n${body}`;
}

const multipart = (kind: string, boundary: string, parts: readonly string[]): string =>
  `Content-Type: multipart/${kind}; boundary="${boundary}"\r\n\r\n${parts
    .map((each) => `--${boundary}\r\n${each}\r\n`)
    .join('')}--${boundary}--\r\n`;

const message = (subject: string, entity: string): string =>
  `From: Ada Moreau <ada@northwind.example>\r\nTo: Ben Okafor <ben@northwind.example>\r\nSubject: ${subject}\r\nDate: Mon, 05 Jan 2026 09:30:00 +0000\r\nMIME-Version: 1.0\r\n${entity}`;

const ADDRESSES = 'Ada Moreau ada@northwind.example Ben Okafor ben@northwind.example';

const eml = (name: string, subject: string, entity: string, text: string, more: Partial<Sample> = {}): Sample => ({
  name: `${name}.eml`,
  make: () => Buffer.from(message(subject, entity), 'latin1'),
  text: `${ADDRESSES} ${text}`,
  ...more,
});

const encodeWord = (text: string, charset: string, kind: 'B' | 'Q'): string => {
  const bytes = iconv.encode(text, charset);
  const word =
    kind === 'B' ? bytes.toString('base64') : [...bytes].map((byte) => `=${byte.toString(16).toUpperCase()}`).join('');
  return `=?${charset}?${kind}?${word}?=`;
};

const charsets: readonly [language: string, charset: string, transfer: Transfer, kind: 'B' | 'Q'][] = [
  ['en', 'us-ascii', '8bit', 'Q'],
  ['de', 'iso-8859-1', 'quoted-printable', 'Q'],
  ['de', 'windows-1252', '8bit', 'B'],
  ['fr', 'iso-8859-15', 'quoted-printable', 'Q'],
  ['pl', 'iso-8859-2', 'quoted-printable', 'Q'],
  ['cs', 'windows-1250', 'base64', 'B'],
  ['tr', 'iso-8859-9', 'quoted-printable', 'Q'],
  ['ru', 'koi8-r', '8bit', 'B'],
  ['ru', 'windows-1251', 'base64', 'B'],
  ['el', 'iso-8859-7', 'quoted-printable', 'Q'],
  ['ar', 'windows-1256', 'base64', 'B'],
  ['he', 'windows-1255', 'base64', 'B'],
  ['ja', 'shift_jis', 'base64', 'B'],
  ['ja', 'euc-jp', '8bit', 'B'],
  ['zh', 'gb2312', 'base64', 'B'],
  ['zh', 'gb18030', '8bit', 'B'],
  ['ko', 'euc-kr', 'base64', 'B'],
  ['th', 'windows-874', 'base64', 'B'],
  ['th', 'utf-8', 'quoted-printable', 'B'],
];

const plainAscii = (content: Content): Content =>
  content.language === 'en'
    ? { ...content, paragraphs: content.paragraphs.map((text) => text.replaceAll('’', "'").replaceAll('–', '-')) }
    : content;

const charsetSamples = charsets.map(([language, charset, transfer, kind]): Sample => {
  const content = plainAscii(pickContents(language)[0]!);
  const subject = encodeWord(content.title, charset, kind);
  const { paragraphs, items } = content;
  const text = [...paragraphs, ...items].join('\r\n');
  return eml(
    `${language}.${charset}.${transfer}`,
    subject,
    part('text/plain', text, charset, transfer),
    `${content.title} ${text}`,
  );
});

const event = (lines: readonly string[]): string =>
  ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', ...lines, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n');

const invitation = (name: string, lines: readonly string[], text: string): Sample =>
  eml(
    name,
    'Invitation',
    multipart('alternative', 'inv', [
      part('text/plain', 'Please come.', 'utf-8', '8bit'),
      part('text/calendar; method=REQUEST', event(lines), 'utf-8', 'base64'),
    ]),
    `Invitation Please come. ${text}`,
  );

const nested = (depth: number): string =>
  depth === 0
    ? part('text/plain', 'The deadline is the fifth of May.', 'utf-8', 'quoted-printable')
    : multipart('mixed', `level${depth}`, [
        part('text/plain', `Level ${depth} says hello.`, 'utf-8', '8bit'),
        `Content-Type: message/rfc822\r\n\r\n${message(`Inner ${depth}`, nested(depth - 1))}`,
      ]);

const structures: Sample[] = [
  eml(
    'alternative',
    'Policy',
    multipart('alternative', 'alt', [
      part('text/plain', toText(german), 'utf-8', 'quoted-printable'),
      part('text/html', toHtml(german), 'utf-8', 'base64'),
    ]),
    `Policy ${toText(german)}`,
  ),
  ...pickContents('de ru ja ar').map((content) =>
    eml(
      `html.${content.language}`,
      'Policy',
      part('text/html', toHtml(content), 'utf-8', 'base64'),
      `Policy ${toText(content)}`,
      {
        rows: content.table,
      },
    ),
  ),
  eml(
    'related',
    'Logo',
    multipart('related', 'rel', [
      part('text/html', '<p>With our logo <img src="cid:logo"></p>', 'utf-8', '8bit'),
      'Content-Type: image/png\r\nContent-ID: <logo>\r\nContent-Transfer-Encoding: base64\r\n\r\niVBORw0KGgo=',
    ]),
    'Logo With our logo',
  ),
  eml(
    'flowed',
    'Flowed',
    `Content-Type: text/plain; charset=utf-8; format=flowed\r\n\r\nThis line goes \r\non here.\r\n\r\n> quoted words`,
    'Flowed This line goes on here. quoted words',
  ),
  eml(
    'nested',
    'Outer',
    nested(3),
    'Outer Level 3 says hello Inner 3 Level 2 says hello Inner 2 Level 1 says hello Inner 1 The deadline is the fifth of May.',
  ),
  eml(
    'folded subject',
    `${encodeWord('Reise', 'utf-8', 'B')}\r\n ${encodeWord('kosten für Köln', 'utf-8', 'Q')}`,
    part('text/plain', 'See above.', 'utf-8', '8bit'),
    'Reisekosten für Köln See above.',
  ),
  eml(
    'html stub',
    'Stub',
    multipart('alternative', 'st', [
      part('text/plain', 'Use an HTML viewer.', 'utf-8', '8bit'),
      part('text/html', toHtml(english), 'utf-8', 'base64'),
    ]),
    `Stub ${toText(english)}`,
  ),
  invitation(
    'invitation in a zone',
    [
      'DTSTART;TZID=Europe/Berlin:20261201T100000',
      'DTEND;TZID=Europe/Berlin:20261201T113000',
      'SUMMARY:Budget\\, second round',
      'LOCATION:Room 4',
    ],
    'Budget second round 2026-12-01 10:00 Europe/Berlin Room 4',
  ),
  invitation(
    'invitation in UTC',
    ['DTSTART:20261201T100000Z', 'SUMMARY:Café', 'DESCRIPTION:Bring\\nthe plan'],
    'Café 2026-12-01 10:00 UTC Bring the plan',
  ),
  invitation(
    'invitation of a day',
    ['DTSTART;VALUE=DATE:20261224', 'SUMMARY:Offsite', 'LOCATION:Zürich'],
    'Offsite 2026-12-24 Zürich',
  ),
  invitation(
    'invitation that repeats',
    [
      'DTSTART;TZID="W. Europe Standard Time":20261201T100000',
      'RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=4',
      'SUMMARY:Standup',
      'ATTENDEE;CN=Ben Okafor:mailto:ben@northwind.example',
    ],
    'Standup 2026-12-01 10:00 W. Europe Standard Time',
  ),
];

const people = {
  from: { name: 'Ada Moreau', address: 'ada@northwind.example' },
  to: [{ name: 'Ben Okafor', address: 'ben@northwind.example' }],
};

const outlook: Sample[] = [
  ...pickContents('en de ja ar th').map((content): Sample => ({
    name: `outlook.${content.language}.msg`,
    make: () => makeMsg({ ...people, subject: content.title, text: content.paragraphs.join('\r\n') }),
    text: `${ADDRESSES} ${content.title} ${content.paragraphs.join(' ')}`,
  })),
  ...(
    [
      ['pl', 1250],
      ['ru', 1251],
      ['de', 1252],
      ['el', 1253],
      ['tr', 1254],
      ['he', 1255],
      ['ar', 1256],
      ['ja', 932],
      ['zh', 936],
      ['ko', 949],
    ] as const
  ).map(([language, codePage]): Sample => {
    const [content] = pickContents(language) as [Content];
    return {
      name: `outlook.${language}.${codePage}.msg`,
      make: () => makeMsg({ ...people, subject: 'Plan', text: content.paragraphs.join('\r\n'), codePage }),
      text: `${ADDRESSES} Plan ${content.paragraphs.join(' ')}`,
    };
  }),
  {
    name: 'outlook.html.msg',
    make: () => makeMsg({ ...people, subject: 'Policy', html: `<meta charset="utf-8">${toHtml(german)}` }),
    text: `${ADDRESSES} Policy ${toText(german)}`,
    rows: german.table,
  },
];

export const mailSamples: readonly Sample[] = [...charsetSamples, ...structures, ...outlook];
