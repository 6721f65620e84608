import { readInProcess } from '#tests/harness/readInProcess.ts';
import { makeTempFiles, type TempFiles } from '#tests/harness/tempFiles.ts';
import { toMail } from './attachMessage.ts';

let files: TempFiles;
beforeAll(async () => (files = await makeTempFiles()));
afterAll(() => files.remove());

/** @proves threat:message-markup */
it('a chat message becomes a mail whose headers its sender cannot change', async () => {
  const body = { type: 'html', content: '<p>Gate <b>4</b>, please.</p><script>x</script>' } as const;
  const message = { sender: 'Grêta\r\nBcc: eve@elsewhere.example', sentOn: '2026-11-20T09:00:00Z', subject: '', body };
  const { mime } = toMail(message);
  expect(mime.split('\r\n').filter((line) => /^bcc/i.test(line))).toEqual([]);
  const { parts } = await readInProcess({ path: await files.write(Buffer.from(mime)), name: 'message.eml' });
  const text = parts.map((part) => part.text).join('\n');
  expect(text).toContain('Gate 4, please.');
  expect(text).toContain('Grêta');
});
