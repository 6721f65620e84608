import { z } from 'zod';
import { formatDay } from '#api/sources/attachMessage.ts';
import { defineFunction } from '#api/functions/avaFunction.ts';
import { createDataPassage } from '#api/functions/dataPassage.ts';
import { functionTexts } from '#api/functions/functions.texts.ts';

/** Mails of the person's own mailbox. */
export const searchMail = defineFunction({
  group: 'Mail',
  name: 'search_mail',
  title: functionTexts.searchMail,
  description:
    "Searches the person's own mailbox for words. Returns sender, date, subject, an excerpt and a handle of each mail.",
  args: z.object({ words: z.string().trim().min(1).max(200) }),
  describe: ({ words }) => words,
  async run({ ctx, person, found, signal }, { words }) {
    const mails = await ctx.graph.searchMail(person, words, signal);
    return {
      summary: mails.length === 0 ? 'No mail was found.' : `Found ${mails.length} mails.`,
      origins: [{ personId: person.id }],
      passages: mails.map((mail) => {
        const { id, subject, sender, sentOn, excerpt, webUrl } = mail;
        const place = [`from ${sender}`, formatDay(new Date(sentOn))].filter(Boolean).join(', ');
        const text = `${subject}\n${excerpt}`.trim();
        return createDataPassage({
          id,
          name: subject || 'Mail',
          type: 'MAIL',
          text,
          place,
          link: webUrl,
          date: sentOn,
          handle: found.mails.add(mail),
        });
      }),
    };
  },
});
