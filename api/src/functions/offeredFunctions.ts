import { removeMention } from '../answers/mention.ts';
import type { AppContext } from '../context.ts';
import type { Person } from '../identity/person.ts';
import type { AvaFunction } from './avaFunction.ts';
import { findPeople } from './catalog/findPeople.ts';
import { groupTexts } from './functions.texts.ts';

/** Functions that people can mention together. */
export interface FunctionGroup {
  name: string;
  description: string;
  section: 'AVA-provided' | 'Connected Data';
  functions: readonly AvaFunction[];
}

/** The groups of functions that the organization offers, in the order of the picker. */
export function listGroups(
  { organizations }: Pick<AppContext, 'organizations'>,
  { tenantId }: Pick<Person, 'tenantId'>,
): FunctionGroup[] {
  if (!organizations.get(tenantId).features.functionCalling) return [];
  return [{ name: 'People', description: groupTexts.People, section: 'AVA-provided', functions: [findPeople] }];
}

/** What a model can call for a question, and the question without its mention. */
export interface OfferedFunctions {
  functions: readonly AvaFunction[];
  text: string;
}

/** Returns all functions, or those of the group that the question mentions at its start. */
export function offerFunctions(
  ctx: Pick<AppContext, 'organizations'>,
  person: Pick<Person, 'tenantId'>,
  text: string,
): OfferedFunctions {
  const groups = listGroups(ctx, person);
  for (const { name, functions } of groups) {
    const rest = removeMention(text, name);
    if (rest !== text) return { functions, text: rest };
  }
  return { functions: groups.flatMap(({ functions }) => functions), text };
}
