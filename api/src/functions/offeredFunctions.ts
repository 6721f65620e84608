import { hasTables, type FileType } from '#contract/files/fileTypes.ts';
import type { AcceptedQuestion } from '#api/answers/acceptQuestion.ts';
import { removeMention } from '#api/answers/mention.ts';
import type { AppContext } from '#api/context.ts';
import type { Person } from '#api/identity/person.ts';
import type { McpTool } from '#api/mcp/mcpTool.ts';
import type { AvaFunction } from './avaFunction.ts';
import { findFiles } from './catalog/findFiles.ts';
import { findPeople } from './catalog/findPeople.ts';
import { listMeetings } from './catalog/listMeetings.ts';
import { readMail } from './catalog/readMail.ts';
import { readTranscript } from './catalog/readTranscript.ts';
import { searchMail } from './catalog/searchMail.ts';
import { createConnectedFunction } from './connected/connectedFunction.ts';
import { connectedGroup, groupTexts } from './functions.texts.ts';
import { findInFile } from './lookup/findInFile.ts';
import { createLookups } from './lookup/lookups.ts';
import { openFile } from './lookup/openFile.ts';
import { queryTable } from './lookup/queryTable.ts';
import { listSearchableSites } from './searchableSites.ts';

type OfferContext = Pick<AppContext, 'organizations' | 'mcp'>;

/** Functions that people can mention together. */
export interface FunctionGroup {
  name: string;
  description: string;
  section: 'AVA-provided' | 'Connected Data';
  functions: readonly AvaFunction[];
}

/** The groups of functions that the organization offers, in the order of the picker. */
export async function listGroups(
  { organizations, mcp }: OfferContext,
  { tenantId }: Pick<Person, 'tenantId'>,
): Promise<FunctionGroup[]> {
  const { features } = organizations.get(tenantId);
  if (!features.functionCalling) return [];
  const own = [
    { name: 'People' as const, section: 'AVA-provided' as const, functions: [findPeople] },
    // An organization that has switched transcripts off has not agreed to the permissions that reading them needs.
    ...(features.showMeetingTranscripts
      ? [{ name: 'Meetings' as const, section: 'AVA-provided' as const, functions: [listMeetings, readTranscript] }]
      : []),
    {
      name: 'Files' as const,
      section: 'Connected Data' as const,
      functions: [findFiles, openFile, findInFile, queryTable],
    },
    { name: 'Mail' as const, section: 'Connected Data' as const, functions: [searchMail, readMail] },
  ];
  const tools = features.tools ? await mcp.listTools() : [];
  return [...own.map((group) => ({ ...group, description: groupTexts[group.name] })), ...groupConnected(tools)];
}

/** A group for each connected system. */
function groupConnected(tools: readonly McpTool[]): FunctionGroup[] {
  return [...Map.groupBy(tools, ({ server }) => server)].map(([name, ofServer]) => ({
    name,
    description: ofServer[0]?.serverDescription ?? connectedGroup(name),
    section: 'Connected Data',
    functions: ofServer.map(createConnectedFunction),
  }));
}

/** What a model can call for a question, and the question without its mention. */
export interface OfferedFunctions {
  functions: readonly AvaFunction[];
  text: string;
}

/** A question with the types of the files that its answer reads. */
type OfferedQuestion = Pick<AcceptedQuestion, 'text' | 'functionCalling' | 'lookUp'> &
  Partial<Pick<AcceptedQuestion, 'lookedUp'>> & { fileTypes?: readonly FileType[] };

/**
 * Returns the look-ups in sites and long files of the chat and all functions, or those of the group that the question mentions at its start. The
 * toggle of functions is about the person's own data. It has no effect on look-ups and on calculations over an attached
 * table.
 */
export async function offerFunctions(
  ctx: AppContext,
  person: Person,
  { text, functionCalling, lookUp, lookedUp = [], fileTypes = [] }: OfferedQuestion,
  signal: AbortSignal,
): Promise<OfferedFunctions> {
  const groups = functionCalling ? await listGroups(ctx, person) : [];
  for (const { name, functions } of groups) {
    const rest = removeMention(text, name);
    if (rest !== text) return { functions, text: rest };
  }
  // The look-ups in sites are not a group that people can mention. They mention the site itself, and the question is
  // then answered by a search.
  const lookups = await offerLookups(ctx, person, { lookUp, lookedUp }, signal);

  const calculations = fileTypes.some(hasTables) ? [queryTable] : [];
  return {
    functions: [...new Set([...groups.flatMap(({ functions }) => functions), ...lookups, ...calculations])],
    text,
  };
}

/** Look-ups in all sites and in the long files of the chat; none if the person has neither. */
async function offerLookups(
  ctx: AppContext,
  person: Person,
  { lookUp, lookedUp }: Required<Pick<OfferedQuestion, 'lookUp' | 'lookedUp'>>,
  signal: AbortSignal,
): Promise<AvaFunction[]> {
  const { knowledgeSearch } = ctx.organizations.get(person.tenantId).features;
  const sites = lookUp && knowledgeSearch ? await listSearchableSites(ctx, person, signal) : [];
  const hasSites = sites?.length !== 0;
  if (!hasSites && lookedUp.length === 0) return [];
  return createLookups({ sites: hasSites ? 'all' : [], itemIds: [], named: sites ?? [], fileIds: lookedUp });
}
