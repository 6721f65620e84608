import { mock } from 'node:test';
import { createCanvas, type Canvas } from '@napi-rs/canvas';
import iconv from 'iconv-lite';
import { readInProcess } from '#tests/harness/readInProcess.ts';
import { makeTempFiles, type TempFiles } from '#tests/harness/tempFiles.ts';
import { makeEml, makeMsg } from '#sandbox/documents/mail.ts';
import { makeScannedPdf } from '#sandbox/documents/pdf.ts';
import { defaultLimits } from '#api/extract/limits.ts';

let files: TempFiles;
beforeAll(async () => (files = await makeTempFiles()));
afterAll(() => files.remove());

const message = {
  from: { name: 'Ada Moreau', address: 'ada@northwind.example' },
  to: [
    { name: 'Ben Okafor', address: 'ben@northwind.example' },
    { name: 'Zoë Ångström', address: 'zoe@northwind.example' },
  ],
  subject: 'Büdget für 来週',
};

describe.each([
  ['eml', makeEml],
  ['msg', makeMsg],
] as const)('an e-mail (%s)', (ending, make) => {
  const read = async (parts: Partial<Parameters<typeof make>[0]>) =>
    readInProcess({ path: await files.write(make({ ...message, ...parts })), name: `mail.${ending}` });

  it('is read with its sender, recipients, subject, text and the names of its attachments', async () => {
    const { type, parts } = await read({ text: 'The lease ends in May.', attachments: ['lease.pdf', 'plan.docx'] });
    expect(type).toBe('EMAIL');
    expect(parts).toHaveLength(1);
    expect(parts[0]!.location).toEqual({ kind: 'whole' });
    const lines = parts[0]!.text.split('\n').filter((line) => !line.startsWith('Date:'));
    expect(lines).toEqual([
      'From: Ada Moreau <ada@northwind.example>',
      'To: Ben Okafor <ben@northwind.example>, Zoë Ångström <zoe@northwind.example>',
      'Subject: Büdget für 来週',
      'Attachments: lease.pdf, plan.docx',
      '',
      'The lease ends in May.',
    ]);
  });

  it('without plain text is read from its HTML as a browser shows it', async () => {
    const html =
      '<style>p{color:red}</style><p>Dear Ben,</p><script>alert(1)</script><ul><li>one</li><li>two</li></ul><table><tr><td>a</td><td>b</td></tr></table>';
    const { parts } = await read({ html });
    expect(parts[0]!.text).toMatch(/Dear Ben,\n\none\ntwo\na\tb$/);
    expect(parts[0]!.text).not.toMatch(/alert|color/);
  });

  it('with deeply nested HTML is read or refused', async () => {
    const outcome = await read({ html: `${'<div>'.repeat(20_000)}deep` }).then(
      ({ parts }) => parts[0]!.text.includes('deep'),
      (error: { name: string }) => error.name === 'ExtractionError',
    );
    expect(outcome).toBe(true);
  });
});

it('a truncated message is rejected as damaged', async () => {
  const bytes = makeMsg({ ...message, text: 'text' }).slice(0, 700);
  await expect(readInProcess({ path: await files.write(bytes), name: 'cut.msg' })).rejects.toMatchObject({
    name: 'ExtractionError',
  });
});

const readEml = async (lines: readonly string[], encoding: string) => {
  const bytes = iconv.encode(lines.join('\r\n'), encoding);
  const { parts } = await readInProcess({ path: await files.write(bytes), name: 'mail.eml' });
  return parts[0]?.text;
};

describe('an e-mail whose charset is', () => {
  it.each([
    [
      'declared in its HTML',
      'windows-1251',
      ['Content-Type: text/html', '', '<meta charset="windows-1251">Встреча в три часа'],
      'Встреча в три часа',
    ],
    ['declared nowhere', 'windows-1252', ['Content-Type: text/plain', '', 'Grüße und 5 €'], 'Grüße und 5 €'],
    ['UTF-7', 'ascii', ['Content-Type: text/plain; charset=utf-7', '', 'Gr+APwA3w-e und 5 +IKw-'], 'Grüße und 5 €'],
    [
      'the one of its header, too',
      'windows-1252',
      ['Subject: Über die Miete', 'Content-Type: text/plain; charset=windows-1252', '', 'Die Miete beträgt 900 €.'],
      'Subject: Über die Miete\n\nDie Miete beträgt 900 €.',
    ],
    [
      'declared for one part only',
      'windows-1252',
      [
        'Content-Type: multipart/mixed; boundary=b',
        '',
        '--b',
        'Content-Type: text/plain',
        '',
        'Grüße',
        '--b',
        'Content-Type: text/plain; charset=windows-1252',
        '',
        'Maße',
        '--b--',
      ],
      'Grüße\n\nMaße',
    ],
  ])('%s is read', async (_, encoding, lines, shown) => {
    expect(await readEml(lines, encoding)).toBe(shown);
  });
});

it('an attached message and an invitation are read, with their time and place', async () => {
  const text = await readEml(
    [
      'Subject: Outer',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: message/rfc822',
      'Content-Disposition: attachment',
      '',
      'Subject: Inner',
      '',
      'The deadline is 5 May.',
      '--b',
      'Content-Type: text/calendar; charset=utf-8',
      '',
      'BEGIN:VCALENDAR',
      'BEGIN:VTIMEZONE',
      'DTSTART:19700101T000000',
      'END:VTIMEZONE',
      'BEGIN:VEVENT',
      'DTSTART;TZID=Europe/Berlin:20261201T100000',
      'DTEND:20261201T110000Z',
      'SUMMARY:Board\\, small',
      'LOCATION:Roo',
      ' m 4',
      'ORGANIZER;CN="Ada Moreau":mailto:ada@northwind.example',
      'END:VEVENT',
      'END:VCALENDAR',
      '--b--',
    ],
    'utf-8',
  );
  expect(text).toContain('Attached message:\nSubject: Inner\n\nThe deadline is 5 May.');
  expect(text).toContain(
    'Invitation: Board, small\nWhen: 2026-12-01 10:00 (Europe/Berlin) to 2026-12-01 11:00 UTC\nWhere: Room 4\nOrganizer: Ada Moreau',
  );
});

it.each([
  ['S/MIME', 'application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m'],
  ['PGP', 'multipart/encrypted; protocol="application/pgp-encrypted"; boundary=b'],
  ['rights management', 'application/x-microsoft-rpmsg-message; name=message.rpmsg'],
])('a message that is encrypted with %s is reported as protected', async (_, type) => {
  const lines = ['Subject: Lease', `Content-Type: ${type}`, 'Content-Transfer-Encoding: base64', '', 'c2VjcmV0'];
  await expect(readEml(lines, 'utf-8')).rejects.toMatchObject({ code: 'locked', reason: 'The message is encrypted.' });
});

it('HTML is read with the numbers of its lists and the addresses of its links, and without what is hidden', async () => {
  const html =
    '<ol start="3"><li>three</li><li>four</li></ol><p><a href="https://a.example/form">the form</a> <a href="https://a.example">https://a.example/</a></p><div style="color:red; display: none">HIDDEN</div><p hidden>HIDDEN</p>';
  const text = await readEml(['Content-Type: text/html; charset=utf-8', '', html], 'utf-8');
  expect(text).toBe('3. three\n4. four\n\nthe form (https://a.example/form) https://a.example/');
});

it.each([
  [1251, 'Аренда заканчивается 30 июня.'],
  [1252, 'Die Miete beträgt 900 €.'],
  [932, '会議は三時です。'],
  [949, '회의는 세 시입니다.'],
])('a message of Outlook in code page %i is read', async (codePage, text) => {
  const bytes = makeMsg({ ...message, text, codePage });
  const { parts } = await readInProcess({ path: await files.write(bytes), name: 'mail.msg' });
  expect(parts[0]?.text).toContain(text);
});

it('attached documents are read under their names, also those of an attached message', async () => {
  const attach = (name: string, type: string, content: string) =>
    [
      `Content-Type: ${type}; name="${name}"`,
      `Content-Disposition: attachment; filename="${name}"`,
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from(content).toString('base64'),
    ].join('\r\n');
  const mail = [
    'From: ada@northwind.example',
    'Subject: Fees',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="b"',
    '',
    '--b\r\nContent-Type: text/plain\r\n\r\nSee the files.',
    `--b\r\n${attach('fees.csv', 'text/csv', 'Fee,Euro\nVisa,40\n')}`,
    `--b\r\n${attach(`=?utf-8?Q?a=00${'b'.repeat(300)}.csv?=`, 'text/csv', 'Rate,3\nFee,4\n')}`,
    `--b\r\n${attach('logo.png', 'image/png', '\u0089PNG')}`,
    `--b\r\n${attach('broken.pdf', 'application/pdf', '%PDF-1.7 nothing')}`,
    '--b--',
  ].join('\r\n');
  const { parts } = await readInProcess({ path: await files.write(Buffer.from(mail)), name: 'fees.eml' });
  expect(parts.map(({ location }) => location)).toEqual([
    { kind: 'section', path: [] },
    { kind: 'section', path: ['fees.csv', 'rows 1 to 2'] },
    // A name is stored without NUL, and cut like a heading.
    { kind: 'section', path: [expect.stringMatching(/^a ?b{198,199}$/), 'rows 1 to 2'] },
  ]);
  expect(parts[0]?.text).toContain('Attachments: fees.csv, ');
  expect(parts[1]?.text).toBe('Fee,Euro\nVisa,40');
});

it('the attachments of one e-mail share its time for OCR', async () => {
  const attach = async (name: string, line: string) => {
    const content = Buffer.from(await makeScannedPdf([[line]])).toString('base64');
    return [
      '--b',
      `Content-Type: application/pdf; name="${name}"`,
      `Content-Disposition: attachment; filename="${name}"`,
      'Content-Transfer-Encoding: base64',
      '',
      content,
    ];
  };
  const lines = [
    'Content-Type: multipart/mixed; boundary=b',
    '',
    ...(await attach('keys.pdf', 'The harbor master keeps the keys.')),
    ...(await attach('boats.pdf', 'The boats leave at nine.')),
    '--b--',
  ];
  const path = await files.write(Buffer.from(lines.join('\r\n')));
  let now = 0;
  const canvas = Object.getPrototypeOf(createCanvas(1, 1)) as Canvas;
  const { encode } = canvas;
  const mocks = [
    mock.method(process, 'cpuUsage', () => ({ user: now * 1_000, system: 0 })),
    // Each page that is recognized uses up the time for a file.
    mock.method(canvas, 'encode', function (this: Canvas, ...settings: Parameters<typeof encode>) {
      now += defaultLimits.ocrMs;
      return encode.apply(this, settings);
    }),
  ];
  try {
    const { parts, unread } = await readInProcess({ path, name: 'mail.eml' });
    expect(parts.slice(1).map(({ text }) => text)).toEqual(['The harbor master keeps the keys.']);
    expect(unread).toEqual([{ kind: 'scannedPage', count: 1 }]);
  } finally {
    for (const { mock: each } of mocks) each.restore();
  }
});
