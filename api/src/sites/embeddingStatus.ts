import { AvaError } from '../../contract/errors.ts';
import type { JobEvent, JobStatus } from '../../contract/runs.ts';
import type { Person } from '../identity/person.ts';
import { authorize } from '../policies/policies.ts';
import type { CorpusFileRow } from '../storage/tables/corpora/corpusFiles.ts';
import type { RunRow } from '../storage/tables/runs/runs.ts';
import type { AppContext } from '../context.ts';
import { FAILED_TO_UPLOAD } from './fileVersion.ts';
import { fetchBytes } from './fetchBytes.ts';
import { openSite } from './siteAccess.ts';

/** Per cent: the first ten are the way of the bytes to AVA. */
const FETCHING = 5;
const FETCHED = 10;

/**
 * How far a file is on its way into a corpus, for who added it and for whoever may read it: two people who add the same
 * version watch one run. Bytes that nobody is fetching any more are fetched with the right of who asks.
 */
export async function embeddingStatus(ctx: AppContext, person: Person, run: RunRow): Promise<JobStatus> {
  const found = await ctx.store.corpusFiles.findById(run.subjectId);
  const file = found?.runId === run.id ? found : undefined;
  if (file && person.id !== run.owner.id) await checkReader(ctx, person, file);
  else authorize(person, 'read', 'run', run);
  const last = (await ctx.store.runs.listEvents(run.id, 0)).at(-1) as JobEvent | undefined;
  if (last?.type === 'failed') return failure(last.error);
  if (last?.type === 'completed') return completed;
  if (last?.type === 'progress') return status('PROGRESS', last.stage, last.pctProgress);
  if (run.state === 'ended') return file?.state === 'ready' ? completed : failure(file?.reason ?? FAILED_TO_UPLOAD);
  if (file?.state === 'needsYou') wake(ctx, person, file);
  if (file?.sha256) return status('PENDING', 'waiting', FETCHED);
  return file
    ? status('PROGRESS', file.state === 'needsYou' ? 'needsYou' : 'uploading', FETCHING)
    : status('PENDING', 'waiting', 0);
}

async function checkReader(ctx: AppContext, person: Person, file: CorpusFileRow): Promise<void> {
  if (file.tenantId !== person.tenantId) throw new AvaError('not_found');
  const site = await openSite(ctx, person, file.siteId, 'see');
  const readable = (await ctx.graph.getReadableItems(person, [file])).has(file);
  authorize(person, 'read', 'corpusFile', { ...file, rights: site.rights, readable });
}

/** Fetches bytes in the background with the right of a person who is here. */
export function wake(ctx: AppContext, person: Person, file: CorpusFileRow): void {
  fetchBytes(ctx, person, file).catch((error: unknown) =>
    ctx.log.error({ error, file: file.id }, 'the bytes of a file were not fetched'),
  );
}

const completed: JobStatus = { status: 'COMPLETED', stage: 'ready', pctProgress: 100, result: null, error: null };

function failure(error: string): JobStatus {
  return { status: 'FAILURE', stage: 'failed', pctProgress: 0, result: null, error };
}

function status(name: 'PENDING' | 'PROGRESS', stage: string, pctProgress: number): JobStatus {
  return { status: name, stage, pctProgress, result: null, error: null };
}
