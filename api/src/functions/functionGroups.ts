import type { z } from 'zod';
import type { getFunctionGroups } from '#contract/sites/sites.ts';
import type { AppContext } from '#api/context.ts';
import type { Person } from '#api/identity/person.ts';
import { listSiteGroups } from '#api/sites/sites.ts';
import { listGroups } from './offeredFunctions.ts';

type Group = z.output<NonNullable<typeof getFunctionGroups.reply>>['groups'][number];

/** What the person can mention: sites, and functions. A site wins over functions with the same name. */
export async function listFunctionGroups(ctx: AppContext, person: Person): Promise<{ groups: Group[] }> {
  const sites = await listSiteGroups(ctx, person);
  const names = new Set(sites.map(({ group_name }) => group_name.toLowerCase()));
  const functions = (await listGroups(ctx, person))
    .filter(({ name }) => !names.has(name.toLowerCase()))
    .map(({ name, description, section }): Group => ({
      group_name: name,
      group_description: description,
      section,
      site_link: null,
    }));
  return { groups: [...functions, ...sites] };
}
