import { removeMention } from '../answers/mention.ts';
import type { AppContext } from '../context.ts';
import type { Person } from '../identity/person.ts';
import type { AvaFunction } from './avaFunction.ts';
import { findFiles } from './catalog/findFiles.ts';
import { findPeople } from './catalog/findPeople.ts';
import { listMeetings } from './catalog/listMeetings.ts';
import { readFile } from './catalog/readFile.ts';
import { searchMail } from './catalog/searchMail.ts';
import { searchSite } from './catalog/searchSite.ts';
import { groupTexts } from './functions.texts.ts';

type OfferContext = Pick<AppContext, 'organizations'>;

/** Functions that people can mention together. */
export interface FunctionGroup {
  name: string;
  description: string;
  section: 'AVA-provided' | 'Connected Data';
  functions: readonly AvaFunction[];
}

/** The groups of functions that the organization offers, in the order of the picker. */
export function listGroups({ organizations }: OfferContext, { tenantId }: Pick<Person, 'tenantId'>): FunctionGroup[] {
  const { features } = organizations.get(tenantId);
  if (!features.functionCalling) return [];
  const groups = [
    { name: 'People' as const, section: 'AVA-provided' as const, functions: [findPeople] },
    // Needs the permissions of transcripts, to which an organization without them has not agreed.
    ...(features.showMeetingTranscripts
      ? [{ name: 'Meetings' as const, section: 'AVA-provided' as const, functions: [listMeetings] }]
      : []),
    { name: 'Files' as const, section: 'Connected Data' as const, functions: [findFiles, readFile] },
    { name: 'Mail' as const, section: 'Connected Data' as const, functions: [searchMail] },
  ];
  return groups.map((group) => ({ ...group, description: groupTexts[group.name] }));
}

/** What a model can call for a question, and the question without its mention. */
export interface OfferedFunctions {
  functions: readonly AvaFunction[];
  text: string;
}

/** Returns all functions, or those of the group that the question mentions at its start. */
export function offerFunctions(ctx: OfferContext, person: Pick<Person, 'tenantId'>, text: string): OfferedFunctions {
  const groups = listGroups(ctx, person);
  for (const { name, functions } of groups) {
    const rest = removeMention(text, name);
    if (rest !== text) return { functions, text: rest };
  }
  // Sites are mentioned themselves; a question that mentions one is searched without functions.
  const sites = ctx.organizations.get(person.tenantId).features.knowledgeSearch ? [searchSite] : [];
  return { functions: [...groups.flatMap(({ functions }) => functions), ...(groups.length > 0 ? sites : [])], text };
}
