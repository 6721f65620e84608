import { createHash } from 'node:crypto';
import type { AnswerMetadata } from '../../contract/chat.ts';
import type { AnswerEvent } from '../../contract/runs.ts';
import { acceptQuestion, type AcceptedQuestion, type Question, type Source } from '../answers/acceptQuestion.ts';
import { saveSearchOrigins } from '../answers/answerOrigins.ts';
import { startAnswerRun } from '../answers/answerRun.ts';
import { buildPrompt } from '../answers/buildPrompt.ts';
import type { Passage } from '../answers/passages.ts';
import { getReadableHistory } from '../answers/readableHistory.ts';
import { readSystemPrompt } from '../answers/systemPrompt.ts';
import { writeAnswer } from '../answers/writeAnswer.ts';
import type { Person } from '../identity/person.ts';
import type { Unnumbered } from '../runs/runKind.ts';
import { authorizeSite, type AuthorizedSite } from '../sites/siteAccess.ts';
import type { AppContext } from '../context.ts';
import { detectIntent } from './detectIntent.ts';
import { rewriteQuery } from './rewriteQuery.ts';
import { searchSite, type SiteSearchResult } from './searchSite.ts';

export const NOTHING_FOUND = 'I found nothing about this in the files of this site that you can read.';

/** How long a response waits for the files that the search finds, because a header names them. */
const SOURCES_TIMEOUT_MS = 5_000;
/** How many words of an unanswered question are counted. */
const MAX_UNANSWERED_WORDS = 12;

/**
 * Answers a question from the files of a site that the person can read. Throws `not_found` before anything is stored if
 * they can't search the site.
 * @param itemIds only these files; all files if empty
 */
export async function answerFromSite(
  ctx: AppContext,
  person: Person,
  question: Question,
  siteId: string,
  itemIds: readonly string[],
): Promise<AcceptedQuestion> {
  const site = await authorizeSite(ctx, person, siteId, 'search');
  const accepted = await acceptQuestion(ctx, person, question);
  if (!accepted.isNew) return accepted;
  const { promise: foundSources, resolve: onSources } = Promise.withResolvers<Source[]>();
  startAnswerRun(ctx, person, accepted, async function* (signal) {
    try {
      yield* searchAndAnswer(ctx, person, { site, itemIds, question: accepted, onSources }, signal);
    } finally {
      onSources([]);
    }
  });
  const found = await Promise.race([foundSources, ctx.clock.sleep(SOURCES_TIMEOUT_MS).then(() => [])]);
  return { ...accepted, sources: [...found, ...accepted.sources] };
}

interface SiteQuestion {
  site: AuthorizedSite;
  itemIds: readonly string[];
  question: AcceptedQuestion;
  /** Called with the files that were found. */
  onSources: (sources: Source[]) => void;
}

async function* searchAndAnswer(
  ctx: AppContext,
  person: Person,
  { site, itemIds, question, onSources }: SiteQuestion,
  signal: AbortSignal,
): AsyncGenerator<Unnumbered<AnswerEvent>> {
  const { store, log, clock } = ctx;
  const { chatId, answerId, model, temperature, text } = question;
  const system = await readSystemPrompt(ctx, person, question);
  yield { type: 'stage', stage: 'searching' };
  await store.chats.change(chatId, { corpus: site.id }, clock.now());
  const intent = detectIntent(ctx, model, text, signal);
  const earlier = await getReadableHistory(ctx, person, chatId, question.history);
  const query = await rewriteQuery(ctx, model, earlier.messages, text, signal);
  const found = await searchSite(ctx, person, site, itemIds, query, signal);
  const hasContent = found.passages.length > 0 || question.files.length > 0;
  // Read again, because access can be revoked while a search runs.
  const history = hasContent ? await getReadableHistory(ctx, person, chatId, question.history) : null;
  await saveSearchOrigins(ctx, site, question, found, history?.files ?? []);
  onSources(listSources(found.passages));
  const saveMetadata = async (metadata: Partial<AnswerMetadata>) =>
    store.messages.saveMetadata(chatId, answerId, {
      ...metadata,
      EMBEDDING_MODEL: found.embedder,
      similarity_search_time: Math.round(found.ms),
      detected_intent: await intent,
    });

  if (history === null) {
    yield { type: 'chunk', chunk: NOTHING_FOUND };
    yield { type: 'done', finish: 'stop' };
    await countUnanswered(ctx, person, site, found);
    await saveMetadata({ used_model: '', temperature });
    return;
  }
  const prompt = await buildPrompt(ctx, question, addGuidance(system, site), history.messages, found.passages);
  const cited = new Set<string>();
  for await (const event of writeAnswer({ ...ctx, saveMetadata }, prompt, signal)) {
    if (event.type === 'citations')
      for (const citation of event.citations) if (citation.site === site.id) cited.add(citation.fileid);
    yield event;
  }
  if (cited.size === 0) await countUnanswered(ctx, person, site, found);
  else
    await store.corpusFiles
      .countCitations(site.tenantId, site.id, [...cited])
      .catch((error: unknown) => log.warn({ error }, 'failed to count citations'));
}

/** Adds the guidance of the site's owners after AVA's own rules, which it can't override. */
function addGuidance(system: string, { prompt }: AuthorizedSite): string {
  if (prompt.trim() === '') return system;
  return `${system}\n\nGuidance from the owners of these files. Follow it as far as the rules above allow:\n${prompt.trim()}`;
}

function listSources(passages: readonly Passage[]): Source[] {
  return [
    ...new Map(passages.map(({ fileId, fileName }) => [fileId, { fileid: fileId, filename: fileName }])).values(),
  ];
}

/** Counts the words of an unanswered question, once per person. Only a hash of the person is saved. */
async function countUnanswered(
  { store, log }: Pick<AppContext, 'store' | 'log'>,
  person: Person,
  { tenantId, id: siteId }: AuthorizedSite,
  { words }: SiteSearchResult,
): Promise<void> {
  const asker = createHash('sha256').update(`${tenantId}/${siteId}/${person.id}`).digest('hex');
  await store.searches
    .saveUnansweredWords({ tenantId, siteId }, words.slice(0, MAX_UNANSWERED_WORDS), asker)
    .catch((error: unknown) => log.warn({ error }, 'failed to count unanswered question'));
}
