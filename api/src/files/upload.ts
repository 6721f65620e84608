import { AvaError } from '../../contract/errors.ts';
import { fileTypeOf } from '../../contract/fileTypes.ts';
import type { JobStatus } from '../../contract/runs.ts';
import type { Person } from '../identity/person.ts';
import { authorize } from '../policies/policies.ts';
import { embeddingStatus } from '../sites/embeddingStatus.ts';
import type { AppContext } from '../context.ts';
import { readText } from './read.ts';

const MAX_NAME_CHARACTERS = 1_024;

/** A file whose bytes are already in the blobs. */
export interface Uploaded {
  /** As it was given, with a folder or without. */
  name: string;
  claimedType: string;
  sha256: string;
  size: number;
}

/** Begins to read the text of an uploaded file. */
export async function startReading(
  { store, queue, clock, runsPerPerson }: AppContext,
  person: Person,
  upload: Uploaded,
): Promise<{ job_id: string; file_id: string }> {
  if (upload.size === 0) throw new AvaError('unreadable_file', { detail: 'The file is empty.' });
  if ((await store.runs.countUnended(person)) >= runsPerPerson * 2) {
    throw new AvaError('too_many_requests', { retryAfter: 5 });
  }
  const owner = { tenantId: person.tenantId, id: person.id };
  const { sha256, size, claimedType } = upload;
  const name = bareName(upload.name);
  const fileId = crypto.randomUUID();
  const runId = crypto.randomUUID();
  await store.files.insert({ id: fileId, owner, name, type: fileTypeOf(claimedType, name), size, sha256 }, clock.now());
  await store.runs.insert(
    {
      id: runId,
      kind: 'extraction',
      owner,
      subjectId: fileId,
      messageId: null,
      sessionId: runId,
      processId: null,
      state: 'waiting',
    },
    clock.now(),
  );
  await queue.send('extract', { runId });
  return { job_id: runId, file_id: fileId };
}

/** A name without a folder, as it was given otherwise: it is only ever shown, never a path. */
export function bareName(name: string): string {
  const last = name.split(/[\\/]/).at(-1)?.replaceAll('\u0000', '') ?? '';
  return last === '' ? 'file' : last.slice(0, MAX_NAME_CHARACTERS).toWellFormed();
}

/** How far a job of the person has come. */
export async function statusOf(ctx: AppContext, person: Person, jobId: string): Promise<JobStatus> {
  const found = await ctx.store.runs.find(jobId);
  if (found?.kind === 'embedding') return embeddingStatus(ctx, person, found);
  const run = authorize(person, 'read', 'run', found);
  const base = { pctProgress: 0, stage: 'waiting', result: null, error: null };
  if (run.kind !== 'extraction') throw new AvaError('not_found');
  const last = (await ctx.store.runs.listEvents(jobId, 0)).at(-1) as
    | { type: 'progress'; stage: string; pctProgress: number }
    | { type: 'completed' }
    | { type: 'failed'; error: string }
    | undefined;
  if (last?.type === 'failed') return { ...base, status: 'FAILURE', stage: 'failed', error: last.error };
  if (last?.type === 'completed' || (run.state === 'ended' && !last)) {
    return {
      ...base,
      status: 'COMPLETED',
      pctProgress: 100,
      stage: 'ready',
      result: await readText(ctx, person, run.subjectId),
    };
  }
  if (!last) return { ...base, status: run.state === 'waiting' ? 'PENDING' : 'PROGRESS' };
  return { ...base, status: 'PROGRESS', pctProgress: last.pctProgress, stage: last.stage };
}
