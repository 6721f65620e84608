import { z } from 'zod';
import type { Profile } from '../../graph/graph.ts';
import { defineFunction } from '../avaFunction.ts';
import { functionTexts } from '../functions.texts.ts';
import { createDataPassage } from '../dataPassage.ts';

/** Who is who: people of the organization by name, as everybody in it can look them up. */
export const findPeople = defineFunction({
  group: 'People',
  name: 'find_people',
  title: functionTexts.findPeople,
  description:
    'Finds people of the organization by the start of a name: title, department, office, phone, e-mail address.',
  args: z.object({ name: z.string().trim().min(1).max(100).describe('first name, last name or both') }),
  describe: ({ name }) => name,
  async run({ ctx, person, signal }, { name }) {
    const people = await ctx.graph.findProfiles(person, name, signal);
    return {
      summary: people.length === 0 ? 'Nobody was found.' : `Found ${people.length} people.`,
      passages: people.map((profile) =>
        createDataPassage({ id: profile.email, name: profile.name, type: 'PERSON', text: describePerson(profile) }),
      ),
    };
  },
});

function describePerson({ name, title, department, company, officeLocation, phone, email }: Profile): string {
  const facts = [
    title && `${name} is ${title}${department && ` in ${department}`}.`,
    !title && department && `${name} works in ${department}.`,
    company && `Company: ${company}.`,
    officeLocation && `Office: ${officeLocation}.`,
    phone && `Phone: ${phone}.`,
    email && `E-mail: ${email}.`,
  ];
  return facts.filter(Boolean).join('\n') || name;
}
