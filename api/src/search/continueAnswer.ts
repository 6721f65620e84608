import type { AnswerEvent } from '#contract/runs/answerEvents.ts';
import { addMetadata } from '#api/answers/addMetadata.ts';
import { makeAnswer, type Evidence } from '#api/answers/answerPipeline.ts';
import { saveOtherOrigins, SEVERAL_SITES } from '#api/answers/answerOrigins.ts';
import { startAnswerRun } from '#api/answers/answerRun.ts';
import { acceptContinuation, type AcceptedContinuation, type AnswerReference } from '#api/answers/acceptVersion.ts';
import type { AcceptedQuestion } from '#api/answers/acceptQuestion.ts';
import { createNotFoundMark } from '#api/answers/notFoundMark.ts';
import type { Passage } from '#api/answers/prompt/passages.ts';
import { getReadableHistory } from '#api/answers/readableHistory.ts';
import { readSystemPrompt } from '#api/answers/prompt/systemPrompt.ts';
import type { Person } from '#api/identity/person.ts';
import type { Unnumbered } from '#api/runs/runKind.ts';
import { findSearchableSites } from '#api/sites/searchableSites.ts';
import type { AppContext } from '#api/context.ts';
import { trim } from './access/trimToReadable.ts';
import { addGuidance } from '#api/answers/prompt/searchRules.ts';
import { addChatFilesRule } from './chatFiles.ts';
import type { SiteRow } from '#api/storage/tables/corpora/sites.ts';
import { readBestPassages } from './readPassages.ts';
import { addGaps, describeGaps, findGuidingSites } from './searchedSites.ts';
import { getPassageTokens } from './searchSite.ts';

/** Continues a stopped or cut answer of Chat or Knowledge Search in the same message, from the same passages. */
export async function continueAnswer(
  ctx: AppContext,
  person: Person,
  reference: AnswerReference,
): Promise<AcceptedQuestion> {
  // If the person has chosen no style, the rest is written in the style of the beginning.
  const temperature = reference.temperature ?? (await readTemperature(ctx, person, reference));
  const accepted = await acceptContinuation(ctx, person, { ...reference, temperature });
  startAnswerRun(ctx, person, accepted, (signal) => writeRest(ctx, person, accepted, signal), accepted.events);
  return accepted;
}

async function readTemperature(
  { store }: AppContext,
  person: Person,
  { answerId }: AnswerReference,
): Promise<number | undefined> {
  return (await store.messages.find(person, answerId))?.metadata?.temperature;
}

function writeRest(
  ctx: AppContext,
  person: Person,
  question: AcceptedContinuation,
  signal: AbortSignal,
): AsyncGenerator<Unnumbered<AnswerEvent>> {
  const { chatId, answerId } = question;
  const events = makeAnswer(
    ctx,
    {
      question,
      models: ctx.models.forPerson(person, question.timeZone),
      gatherPassages: () => readEvidence(ctx, person, question),
      saveMetadata: async (rest) => {
        const before = (await ctx.store.messages.find(person, answerId))?.metadata ?? {};
        await ctx.store.messages.saveMetadata(chatId, answerId, addMetadata(before, rest));
      },
    },
    signal,
  );
  return addGaps(events, () => findGaps(ctx, person, question));
}

/** What the end of the answer says about the sites that it was to come from. */
async function findGaps(ctx: AppContext, person: Person, { chatId, answerId }: AcceptedContinuation): Promise<string> {
  const { searched, not_found } = (await ctx.store.messages.find(person, answerId))?.metadata ?? {};
  if (!searched) return '';
  try {
    const sites = await findSearchableSites(ctx, person, searched.sites);
    const origins = (await ctx.store.searches.findOrigins(chatId, [answerId])).get(answerId);
    const isAboutSites = !searched.onlyFiles && not_found !== true;
    const hits = isAboutSites ? await trim(ctx, person, origins?.hits ?? []) : [];
    const foundIds = new Set(hits.map(({ file }) => file.siteId));
    return await describeGaps(ctx, person, searched.sites, sites, foundIds);
  } catch (error) {
    ctx.log.info({ error }, 'failed to describe what a continued answer leaves out');
    return '';
  }
}

/** A continuation reads the same files and earlier answers as the beginning. */
async function readEvidence(ctx: AppContext, person: Person, question: AcceptedContinuation): Promise<Evidence> {
  const { chatId, text, prior } = question;
  const saved = await readSavedPassages(ctx, person, question);
  const history = await getReadableHistory(ctx, person, chatId, question.history);
  const system = addChatFilesRule(await readSystemPrompt(ctx, person, question), question, history.messages);
  if (saved === null && history.origins !== null) await saveOtherOrigins(ctx, person, question, history.origins);
  const evidence = { text, history: history.messages, prior };
  if (saved === null) return { ...evidence, system };
  if (saved.sites === null) return { ...evidence, system, found: saved.passages };
  const mark = createNotFoundMark('');
  return { ...evidence, system: addGuidance(system, saved.sites), found: saved.passages, mark };
}

/**
 * The passages from which an answer was made, if the person can still read them; null if no passage was looked up. If
 * an answer of Chat looked the passages up, the answer itself belongs to no site.
 */
async function readSavedPassages(
  ctx: AppContext,
  person: Person,
  { chatId, answerId, model }: AcceptedContinuation,
): Promise<{ sites: readonly SiteRow[] | null; passages: Passage[] } | null> {
  const origins = (await ctx.store.searches.findOrigins(chatId, [answerId])).get(answerId);
  const hits = (origins?.hits ?? []).filter(({ given }) => given);
  if (!origins || hits.length === 0) return null;
  const readable = await trim(ctx, person, hits);
  const { passages } = await readBestPassages(ctx, readable, getPassageTokens(ctx, model), true);
  if (origins.siteId === '') return { sites: null, passages };
  if (origins.siteId === SEVERAL_SITES) return { sites: await findGuidingSites(ctx, person, [], passages), passages };
  return { sites: (await findSearchableSites(ctx, person, [origins.siteId])).sites, passages };
}
