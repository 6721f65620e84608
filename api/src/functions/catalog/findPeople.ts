import { z } from 'zod';
import { defineFunction } from '#api/functions/avaFunction.ts';
import { functionTexts } from '#api/functions/functions.texts.ts';
import { createDataPassage } from '#api/functions/dataPassage.ts';

/**
 * People of the organization by name. `User.ReadBasic.All` gives only names and addresses of other people: titles,
 * departments, offices and phones are missing
 * (https://learn.microsoft.com/graph/permissions-reference#userreadbasicall).
 */
export const findPeople = defineFunction({
  group: 'People',
  name: 'find_people',
  title: functionTexts.findPeople,
  description:
    'Finds people of the organization by the start of a name or by an e-mail address: their full names and e-mail addresses only.',
  args: z.object({
    name: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .describe('first name, last name or both, or the e-mail address that stands after a name'),
  }),
  describe: ({ name }) => name,
  async run({ ctx, person, signal }, { name }) {
    const people = await ctx.graph.findProfiles(person, name, signal);
    return {
      summary: people.length === 0 ? 'Nobody was found.' : `Found ${people.length} people.`,
      passages: people.map(({ name: fullName, email }) =>
        createDataPassage({ id: email, name: fullName, type: 'PERSON', text: email ? `E-mail: ${email}.` : fullName }),
      ),
    };
  },
});
