import { Readable } from 'node:stream';
import { z } from 'zod';
import { toPassages } from '#api/answers/prompt/passages.ts';
import { readBlobText } from '#api/files/readItemText.ts';
import { formatDay } from '#api/sources/attachMessage.ts';
import { defineFunction, READ_TIMEOUT_MS } from '#api/functions/avaFunction.ts';
import { createDataPassage } from '#api/functions/dataPassage.ts';
import { functionTexts } from '#api/functions/functions.texts.ts';

/** A mail that `search_mail` has found: its text, and the names of its attachments. */
export const readMail = defineFunction({
  group: 'Mail',
  name: 'read_mail',
  title: functionTexts.readMail,
  description: 'Reads a mail by the handle that search_mail returned for it: people, text and names of attachments.',
  args: z.object({ mail: z.string().trim().min(1).max(200).describe('handle such as m1') }),
  timeoutMs: READ_TIMEOUT_MS,
  describe: ({ mail }, { mails }) => mails.find(mail)?.subject || mail,
  async run({ ctx, person, found, signal }, { mail: handle }) {
    const { id, subject, sender, sentOn, webUrl } = found.mails.get('mail', handle);
    const bytes = Buffer.from((await ctx.graph.getMail(person, id, signal)).mime);
    const { sha256 } = await ctx.blobs.put(Readable.from([bytes]), { maxBytes: bytes.length });
    const file = { sha256, name: 'mail.eml', claimedType: 'message/rfc822' };
    const extraction = await readBlobText(ctx.blobs, person, file, signal);
    const name = subject || 'Mail';
    const place = [`from ${sender}`, formatDay(new Date(sentOn))].filter(Boolean).join(', ');
    return {
      summary: `Read ${handle}.`,
      origins: [{ personId: person.id }],
      passages: toPassages([{ fileId: id, fileName: name, fileType: 'MAIL', extraction }]).map(({ text }) =>
        createDataPassage({ id, name, type: 'MAIL', text, place, link: webUrl, date: sentOn }),
      ),
    };
  },
});
