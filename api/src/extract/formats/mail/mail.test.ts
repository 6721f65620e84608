import { readInProcess } from '../../../../../tests/harness/readInProcess.ts';
import { makeTempFiles, type TempFiles } from '../../../../../tests/harness/tempFiles.ts';
import { makeEml, makeMsg } from '../../../../../env/sandbox/documents/mail.ts';

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

  it('with deeply nested HTML gets an answer', async () => {
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
