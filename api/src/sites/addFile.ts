import type { z } from 'zod';
import type { startEmbedding } from '../../contract/corpusFiles.ts';
import { AvaError } from '../../contract/errors.ts';
import type { DriveItem } from '../graph/drives.ts';
import type { Person } from '../identity/person.ts';
import type { NewCorpusFile } from '../storage/tables/corpora/corpusFiles.ts';
import type { SiteRow } from '../storage/tables/corpora/sites.ts';
import type { AppContext } from '../context.ts';
import { fetchBytes } from './fetchBytes.ts';
import { openSite } from './siteAccess.ts';
import { versionOf, whyNot } from './fileVersion.ts';

type Asked = z.output<typeof startEmbedding.body>;

/** More files than this wait for nobody: what is sent next is put off. */
const MOST_UNDER_WAY = 500;

/** Adds a file of the site's library to its corpus and gives the run that works on it, the same for the same version. */
export async function addFile(ctx: AppContext, person: Person, ask: Asked): Promise<{ job_id: string }> {
  const { store, graph, log } = ctx;
  const site = await openSite(ctx, person, ask.siteId, 'addFiles');
  if ((await store.corpusFiles.countEmbedding(person)) >= MOST_UNDER_WAY)
    throw new AvaError('too_many_requests', { retryAfter: 30 });
  const item = site.driveId === '' ? null : await graph.findItem(person, site.driveId, ask.datasourceId);
  if (!item) return { job_id: await failAtOnce(ctx, person) };
  const library = ask.parentLibraryName || site.config.document_library_name;
  const { runId, fetching } = await begin(ctx, person, site, item, { library, adopts: true });
  fetching?.catch((error: unknown) => log.error({ error, run: runId }, 'the bytes of a file were not fetched'));
  return { job_id: runId };
}

/** A run for something of which nothing is known: it ends with the sentence that says so. */
async function failAtOnce({ store, queue, clock }: AppContext, person: Person): Promise<string> {
  const [runId, subjectId] = [crypto.randomUUID(), crypto.randomUUID()];
  const owner = { tenantId: person.tenantId, id: person.id };
  const waiting = { messageId: null, sessionId: runId, processId: null, state: 'waiting' as const };
  await store.runs.insert({ id: runId, kind: 'embedding', owner, subjectId, ...waiting }, clock.now());
  await queue.send('embed', { runId });
  return runId;
}

/** Begins to work on a version of a file; `fetching` settles when its bytes are here or it is known that they do not come. */
export async function begin(
  ctx: AppContext,
  person: Person,
  site: SiteRow,
  item: DriveItem,
  { library, adopts }: { library: string; adopts: boolean },
): Promise<{ runId: string; fetching: Promise<void> | null }> {
  const { store, queue, clock } = ctx;
  const owner = { tenantId: person.tenantId, id: person.id };
  const file: NewCorpusFile = {
    ...versionOf(item),
    id: crypto.randomUUID(),
    tenantId: site.tenantId,
    siteId: site.id,
    itemId: item.id,
    driveId: site.driveId,
    library,
    creator: { id: person.id, name: person.name, email: person.email },
    runId: crypto.randomUUID(),
  };
  const begun = await store.corpusFiles.startEmbedding(file, owner, clock.now(), adopts);
  const runId = begun.name === 'already' ? begun.runId : file.runId;
  if (begun.name === 'begun' && begun.replaced) await endRun(ctx, begun.replaced);
  const row = await store.corpusFiles.find(site.tenantId, site.id, item.id);
  if (!row || row.runId !== runId || row.state !== 'needsYou') return { runId, fetching: null };
  const reason = whyNot(item);
  if (reason === null) return { runId, fetching: fetchBytes(ctx, person, row) };
  await store.corpusFiles.markFailed(row, reason);
  await queue.send('embed', { runId });
  return { runId, fetching: null };
}

/** Ends a run that is of no more use: where it is worked on, there; where it waits, the queue takes it and sees so. */
export async function endRun({ store, runs, queue }: AppContext, runId: string): Promise<void> {
  const run = await store.runs.find(runId);
  if (!run || run.state === 'ended') return;
  await runs.cancel(run);
  if (run.state === 'waiting') await queue.send('embed', { runId });
}
