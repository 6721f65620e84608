import { AvaError } from '#contract/errors.ts';
import type { JobEvent, JobStatus } from '#contract/runs/jobs.ts';
import type { Person } from '#api/identity/person.ts';
import { authorize } from '#api/policies/policies.ts';
import type { CorpusFileRow } from '#api/storage/tables/corpora/corpusFiles.ts';
import type { RunRow } from '#api/storage/tables/runs/runs.ts';
import type { AppContext } from '#api/context.ts';
import { fetchInBackground } from './fetchBytes.ts';
import { FAILED_TO_UPLOAD } from './fileVersion.ts';
import { authorizeSite } from './siteAccess.ts';

/** The percentages that are shown while the bytes are fetched, and once they are stored. */
const FETCHING = 5;
const FETCHED = 10;

/**
 * Progress of a file's embedding, for the person who added it and for everyone who can read it: two people who add the
 * same version watch one run. If the bytes are not being fetched, they are fetched with the caller's permissions.
 */
export async function getEmbeddingStatus(ctx: AppContext, person: Person, run: RunRow): Promise<JobStatus> {
  const found = await ctx.store.corpusFiles.findById(run.subjectId);
  const file = found?.runId === run.id ? found : undefined;
  if (file && person.id !== run.owner.id) await authorizeReader(ctx, person, file);
  else authorize(person, 'read', 'run', run);
  const last = (await ctx.store.runs.listEvents(run.id, 0)).at(-1) as JobEvent | undefined;
  if (last?.type === 'failed') return toFailure(last.error);
  if (last?.type === 'completed') return completed;
  if (last?.type === 'progress') return toStatus('PROGRESS', last.stage, last.pctProgress);
  if (run.state === 'ended') return file?.state === 'ready' ? completed : toFailure(file?.reason ?? FAILED_TO_UPLOAD);
  if (file?.state === 'needsYou') fetchInBackground(ctx, person, file);
  if (file?.sha256) return toStatus('PENDING', 'waiting', FETCHED);
  return file
    ? toStatus('PROGRESS', file.state === 'needsYou' ? 'needsYou' : 'uploading', FETCHING)
    : toStatus('PENDING', 'waiting', 0);
}

async function authorizeReader(ctx: AppContext, person: Person, file: CorpusFileRow): Promise<void> {
  if (file.tenantId !== person.tenantId) throw new AvaError('not_found');
  const site = await authorizeSite(ctx, person, file.siteId, 'see');
  const readable = (await ctx.graph.getReadableItems(person, [file])).has(file);
  authorize(person, 'read', 'corpusFile', { ...file, rights: site.rights, readable });
}

const completed: JobStatus = { status: 'COMPLETED', stage: 'ready', pctProgress: 100, result: null, error: null };

function toFailure(error: string): JobStatus {
  return { status: 'FAILURE', stage: 'failed', pctProgress: 0, result: null, error };
}

function toStatus(name: 'PENDING' | 'PROGRESS', stage: string, pctProgress: number): JobStatus {
  return { status: name, stage, pctProgress, result: null, error: null };
}
