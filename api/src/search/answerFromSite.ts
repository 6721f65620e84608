import type { Passage } from '../answers/passages.ts';
import { writeAnswer } from '../answers/writeAnswer.ts';
import { takeQuestion, type Ask, type Sent, type Source, type Taken } from '../answers/acceptQuestion.ts';
import { readConversation } from '../answers/buildPrompt.ts';
import type { AnswerEvent } from '../../contract/runs.ts';
import type { Person } from '../identity/person.ts';
import type { Unnumbered } from '../runs/runKind.ts';
import { openSite, type OpenSite } from '../sites/siteAccess.ts';
import type { AppContext } from '../context.ts';
import { detectIntent } from './detectIntent.ts';
import { keepSearch, keepUnanswered } from '../answers/answerOrigins.ts';
import { openHistory } from '../answers/readableHistory.ts';
import { searchQuery } from './rewriteQuery.ts';
import { searchSite } from './searchSite.ts';

/** The answer where nothing was found that the person may read; no model is asked. */
export const NOTHING_FOUND = 'I found nothing about this in the files of this site that you can read.';

/** A request waits so long to say in its header which files were found; its answer goes on regardless. */
const SOURCES_MS = 5_000;

/**
 * Answers a question from the files of a site that the person may read. Throws `not_found` for a site that is not theirs to
 * search, before anything is stored.
 * @param itemIds only these files; all of them where it is empty
 */
export async function answerFromSite(
  ctx: AppContext,
  person: Person,
  ask: Ask,
  siteId: string,
  itemIds: readonly string[],
): Promise<Sent> {
  const site = await openSite(ctx, person, siteId, 'search');
  const found = Promise.withResolvers<Source[]>();
  const sent = await takeQuestion(ctx, person, ask, async function* (taken, signal) {
    try {
      yield* answer(ctx, person, { site, itemIds, taken, told: found.resolve }, signal);
    } finally {
      found.resolve([]);
    }
  });
  if (!sent.begun) return sent;
  const sources = await Promise.race([found.promise, ctx.clock.sleep(SOURCES_MS).then(() => [])]);
  return { ...sent, sources: [...sources, ...sent.sources] };
}

interface Asked {
  site: OpenSite;
  itemIds: readonly string[];
  taken: Taken;
  /** Told which files were found. */
  told: (sources: Source[]) => void;
}

async function* answer(
  ctx: AppContext,
  person: Person,
  asked: Asked,
  signal: AbortSignal,
): AsyncGenerator<Unnumbered<AnswerEvent>> {
  const { site, itemIds, taken, told } = asked;
  const { store, log, clock } = ctx;
  yield { type: 'stage', stage: 'searching' };
  await store.chats.change(taken.chatId, { corpus: site.id }, clock.now());
  const intent = detectIntent(ctx, taken.model, taken.draft.text, signal);
  const said = await openHistory(ctx, person, taken.chatId, taken.history);
  const query = await searchQuery(ctx, taken.model, said.messages, taken.draft.text, signal);
  const found = await searchSite(ctx, person, site, itemIds, query, signal);
  const nothing = found.passages.length === 0 && taken.draft.files.length === 0;
  // Asked again: the search may have taken a while, and access that was removed meanwhile counts.
  const history = nothing ? null : await openHistory(ctx, person, taken.chatId, taken.history);
  await keepSearch(ctx, site, taken, found, history?.drawnOn ?? []);
  told(sourcesOf(found.passages));
  const record = async (metadata: object) =>
    taken.record({
      ...metadata,
      EMBEDDING_MODEL: found.embedder,
      similarity_search_time: Math.round(found.ms),
      detected_intent: await intent,
    });

  if (history === null) {
    yield { type: 'chunk', chunk: NOTHING_FOUND };
    yield { type: 'done', finish: 'stop' };
    await keepUnanswered(ctx, person, site, found);
    await record({ used_model: '', temperature: taken.temperature });
    return;
  }
  const { model, temperature, draft } = taken;
  const system = systemFor(taken.system, site);
  const conversation = await readConversation(ctx, history.messages, draft, system, found.passages);
  let cited: string[] = [];
  for await (const event of writeAnswer({ ...ctx, record }, { model, temperature, ...conversation }, signal)) {
    if (event.type === 'citations')
      cited = event.citations.flatMap(({ site: of, fileid }) => (of === site.id ? [fileid] : []));
    yield event;
  }
  const counted =
    cited.length > 0
      ? store.corpusFiles.countCitations(site.tenantId, site.id, [...new Set(cited)])
      : keepUnanswered(ctx, person, site, found);
  await counted.catch((error: unknown) => log.warn({ error }, 'what an answer cited could not be counted'));
}

/** The owners' wish stands below the rules and cannot lift them. */
function systemFor(system: string, { prompt }: OpenSite): string {
  if (prompt.trim() === '') return system;
  return `${system}\n\nWhat the owners of these files wish for answers from them, as far as the rules above allow it:\n${prompt.trim()}`;
}

function sourcesOf(passages: readonly Passage[]): Source[] {
  return [
    ...new Map(passages.map(({ fileId, fileName }) => [fileId, { fileid: fileId, filename: fileName }])).values(),
  ];
}
