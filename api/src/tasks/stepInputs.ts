import { AvaError, isAvaError } from '#contract/errors.ts';
import type { FileContextItem, MessageFile } from '#contract/files/files.ts';
import { MAX_CHOSEN_SITES, TOO_MANY_SITES, type SiteChoice } from '#contract/sites/sites.ts';
import { listPreviousSteps, stepTitleOf } from '#contract/tasks/taskRules.ts';
import type { TaskFile } from '#contract/tasks/taskFile.ts';
import { toPromptText } from '#contract/tasks/taskText.ts';
import type { Passage } from '#api/answers/prompt/passages.ts';
import { attachFiles } from '#api/files/attachFiles.ts';
import type { Person } from '#api/identity/person.ts';
import { findSearchableSites, type SearchableSites } from '#api/sites/searchableSites.ts';
import { authorizeSite } from '#api/sites/siteAccess.ts';
import { findSiteOfMention } from '#api/sites/sites.ts';
import type { SiteRow } from '#api/storage/tables/corpora/sites.ts';
import type { OutputRow } from '#api/storage/tables/tasks/taskRuns.ts';
import type { AppContext } from '#api/context.ts';
import { readEarlierOutput, type EarlierOutput } from './earlierOutput.ts';
import { canReadOutput, HIDDEN_OUTPUT } from './readableOutputs.ts';
import type { TaskView } from './taskView.ts';

const NO_SITES = 'There are no sites that you can search. Add files to this step instead.';
const NEEDS_YOU = 'This step reads Microsoft 365. Open the task, and AVA continues.';

/** Everything that a step reads. `sites` are those that it searches. */
export interface StepReading extends SearchableSites {
  title: string;
  /** The prompt as text. */
  prompt: string;
  mentions: string[];
  /** The mentioned sites, or all of the person: a research without a mention and without files. */
  searched: SiteChoice;
  files: MessageFile[];
  /** The outputs of earlier steps. `passages` has the output itself first, then the passages that it cites. */
  previous: (EarlierOutput & { passages: Passage[] })[];
}

/** Codes of errors that the person ends by opening the task with a valid session, or once a budget is renewed. */
export function isWaitingForPerson({ code }: Pick<AvaError, 'code'>): boolean {
  return needsGraph({ code }) || code === 'budget_used_up';
}

/** Whether Microsoft 365 could not be read with the person's session. */
export function needsGraph({ code }: Pick<AvaError, 'code'>): boolean {
  return code === 'not_signed_in' || code === 'consent_required';
}

/**
 * Reads the inputs of a step with the person's rights. Throws `AvaError` with a sentence for an input that is missing, and
 * `not_signed_in` or `consent_required` if Microsoft 365 is needed and there is no valid token.
 * @param outputs the latest output of each step, also of this run
 */
export async function readStepInputs(
  ctx: AppContext,
  person: Person,
  { task, steps }: TaskView,
  index: number,
  outputs: ReadonlyMap<string, OutputRow>,
): Promise<StepReading> {
  const step = steps[index];
  if (!step) throw new AvaError('not_found');
  const { text: prompt, mentions } = toPromptText(step.stepInput.userPrompt);
  if (prompt === '') throw new AvaError('empty_prompt');
  const previous = listPrevious(steps, index, outputs);
  const given = uniqueFiles([...task.settings.taskDocuments, ...step.stepData]);
  const searchesAll = step.stepType === 'research' && mentions.length === 0 && given.length === 0;
  const isFromMicrosoft365 = previous.some(({ row }) => row.origins.some((origin) => 'itemId' in origin));
  if (mentions.length > 0 || searchesAll || isFromMicrosoft365) await requireGraph(ctx, person);
  for (const { row } of previous)
    if (!(await canReadOutput(ctx, person, row))) throw new AvaError('not_found', { detail: HIDDEN_OUTPUT });
  const found = searchesAll ? await findAllSites(ctx, person) : await findSites(ctx, person, mentions);
  // A step that searches a site ignores the files of the step and of the task.
  const files = await attachFiles(ctx, person, (found.sites.length > 0 ? [] : given).map(toContextItem));
  return {
    title: stepTitleOf(step, index),
    prompt,
    mentions,
    ...found,
    searched: searchesAll ? 'all' : found.sites.map(({ id }) => id),
    files,
    previous: await Promise.all(
      previous.map(async (earlier) => ({ ...earlier, passages: await readEarlierOutput(ctx, person, earlier, files) })),
    ),
  };
}

/** The earlier steps whose outputs are included. Throws if one is gone, comes later now, or has no output. */
function listPrevious(
  steps: TaskView['steps'],
  index: number,
  outputs: ReadonlyMap<string, OutputRow>,
): EarlierOutput[] {
  const { previous, isBroken } = listPreviousSteps(steps, index);
  if (isBroken) throw new AvaError('unknown_step');
  return previous.map(({ step, index: position }) =>
    requireOutput(stepTitleOf(step, position), outputs.get(step.stepId)),
  );
}

function requireOutput(title: string, row: OutputRow | undefined): EarlierOutput {
  if (row?.output.state.name === 'needs_you')
    throw new AvaError('not_signed_in', {
      detail: `This step uses the output of “${title}”, which waits for you. Open the task, and AVA continues.`,
    });
  const isUsable = row?.output.state.name === 'complete' || row?.output.state.name === 'stopped';
  if (!row || !isUsable || row.output.content.trim() === '')
    throw new AvaError('no_output', {
      detail: `This step uses the output of “${title}”, which has none yet. Run that step first.`,
    });
  return { title, row };
}

async function requireGraph({ identity }: AppContext, person: Person): Promise<void> {
  // The run has no token of the person if another process continues it after the first one died.
  if (person.bearer === '') throw new AvaError('not_signed_in', { detail: NEEDS_YOU });
  await identity.getGraphToken(person).catch((cause: unknown) => {
    if (cause instanceof AvaError && needsGraph(cause)) throw new AvaError(cause.code, { detail: NEEDS_YOU, cause });
    throw cause;
  });
}

async function findAllSites(ctx: AppContext, person: Person): Promise<SearchableSites> {
  requireKnowledgeSearch(ctx, person);
  const found = await findSearchableSites(ctx, person, 'all');
  if (found.sites.length === 0) throw new AvaError('not_found', { detail: NO_SITES });
  return found;
}

/** The mentioned sites that the person can search. Throws `invalid_mention` if none of them is left. */
async function findSites(ctx: AppContext, person: Person, mentions: readonly string[]): Promise<SearchableSites> {
  if (mentions.length === 0) return { sites: [], lost: 0, isPartial: false };
  requireKnowledgeSearch(ctx, person);
  if (mentions.length > MAX_CHOSEN_SITES) throw new AvaError('bad_request', { detail: TOO_MANY_SITES });
  const sites = new Map<string, SiteRow>();
  let lost = 0;
  for (const mention of mentions) {
    const site = await findSite(ctx, person, mention);
    if (site) sites.set(site.id, site);
    else lost += 1;
  }
  if (sites.size === 0) throw new AvaError('invalid_mention');
  return { sites: [...sites.values()], lost, isPartial: false };
}

/** Null for a site that does not exist or that the person can't search. */
async function findSite(ctx: AppContext, person: Person, mention: string): Promise<SiteRow | null> {
  try {
    return await authorizeSite(ctx, person, await findSiteOfMention(ctx, person, mention), 'search');
  } catch (error) {
    if (isAvaError(error) && error.code === 'not_found') return null;
    throw error;
  }
}

function requireKnowledgeSearch({ organizations }: AppContext, { tenantId }: Person): void {
  if (!organizations.get(tenantId).features.knowledgeSearch) throw new AvaError('switched_off');
}

const uniqueFiles = (files: readonly TaskFile[]) => [...new Map(files.map((file) => [file.dataId, file])).values()];

function toContextItem(file: TaskFile): FileContextItem {
  return {
    scrapedFileId: file.dataId,
    fileName: file.dataName,
    fileType: file.dataType,
    fileSize: file.dataSize,
    imageTokenCount: file.imageTokenCount,
    fileDate: file.dataDate,
    fileResource: file.dataResource,
  };
}
