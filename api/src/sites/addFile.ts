import type { z } from 'zod';
import type * as contract from '#contract/sites/corpusFiles.ts';
import type { DriveItem } from '#api/graph/drives/driveItem.ts';
import type { Person } from '#api/identity/person.ts';
import { checkEmbeddings } from '#api/policies/personLimits.ts';
import type { NewCorpusFile } from '#api/storage/tables/corpora/corpusFiles.ts';
import type { SiteRow } from '#api/storage/tables/corpora/sites.ts';
import type { AppContext } from '#api/context.ts';
import { fetchBytes } from './fetchBytes.ts';
import { findRejectionReason, toFileVersion } from './fileVersion.ts';
import { authorizeSite } from './siteAccess.ts';

type FileToAdd = z.output<typeof contract.startEmbedding.body>;

/** Adds a file of the site's library to its corpus. Returns the run that embeds it; one version has one run. */
export async function addFile(ctx: AppContext, person: Person, request: FileToAdd): Promise<{ job_id: string }> {
  const { graph, log } = ctx;
  const site = await authorizeSite(ctx, person, request.siteId, 'addFiles');
  await checkEmbeddings(ctx, person);
  const item = await graph.findItem(person, site.driveId, request.datasourceId);
  if (!item) return { job_id: await insertFailingRun(ctx, person) };
  const library = request.parentLibraryName || site.config.document_library_name || site.config.list_name;
  const { runId, fetching } = await startEmbedding(ctx, person, site, item, { library, takesOwnership: true });
  fetching?.catch((error: unknown) => log.error({ error, run: runId }, 'failed to fetch bytes of file'));
  return { job_id: runId };
}

/** Inserts a run without a file. It fails with FAILED_TO_UPLOAD as soon as a worker claims it. */
async function insertFailingRun({ store, queue, clock }: AppContext, person: Person): Promise<string> {
  const [runId, subjectId] = [crypto.randomUUID(), crypto.randomUUID()];
  const owner = { tenantId: person.tenantId, id: person.id };
  const waiting = { messageId: null, sessionId: runId, processId: null, state: 'waiting' as const };
  await store.runs.insert({ id: runId, kind: 'embedding', owner, subjectId, ...waiting }, clock.now());
  await queue.send('embed', { runId });
  return runId;
}

/** Starts to embed a version of a file. `fetching` settles when its bytes are stored or could not be fetched. */
export async function startEmbedding(
  ctx: AppContext,
  person: Person,
  site: SiteRow,
  item: DriveItem,
  { library, takesOwnership }: { library: string; takesOwnership: boolean },
): Promise<{ runId: string; fetching: Promise<void> | null }> {
  const { store, queue, clock } = ctx;
  const owner = { tenantId: person.tenantId, id: person.id };
  const file: NewCorpusFile = {
    ...toFileVersion(item),
    id: crypto.randomUUID(),
    tenantId: site.tenantId,
    siteId: site.id,
    itemId: item.id,
    driveId: site.driveId,
    library,
    creator: { id: person.id, name: person.name, email: person.email },
    runId: crypto.randomUUID(),
  };
  const embedding = await store.corpusFiles.startEmbedding(file, owner, clock.now(), takesOwnership);
  const runId = embedding.name === 'duplicate' ? embedding.runId : file.runId;
  if (embedding.name === 'started' && embedding.replaced) await cancelRun(ctx, embedding.replaced);
  const row = await store.corpusFiles.find(site.tenantId, site.id, item.id);
  if (!row || row.runId !== runId || row.state !== 'needsYou') return { runId, fetching: null };
  const reason = findRejectionReason(item);
  if (reason === null) return { runId, fetching: fetchBytes(ctx, person, row) };
  await store.corpusFiles.markFailed(row, reason);
  await queue.send('embed', { runId });
  return { runId, fetching: null };
}

/** Cancels a run that is no longer needed. A waiting run ends when a worker claims it from the queue. */
export async function cancelRun({ store, runs, queue }: AppContext, runId: string): Promise<void> {
  const run = await store.runs.find(runId);
  if (!run || run.state === 'ended') return;
  await runs.cancel(run);
  if (run.state === 'waiting') await queue.send('embed', { runId });
}
