import { buffer } from 'node:stream/consumers';
import { AvaError } from '#contract/errors.ts';
import { MAX_FILE_BYTES } from '#contract/limits.ts';
import type { JobEvent } from '#contract/runs/jobs.ts';
import { runTask } from '#api/presentations/childProcess/runTask.ts';
import type { Unnumbered } from '#api/runs/runKind.ts';
import type { RunRow } from '#api/storage/tables/runs/runs.ts';
import type { AppContext } from '#api/context.ts';
import { createJobKind } from './createJobKind.ts';

/** Kind of the runs that check a template and remove its slides or text. */
export const templateKind = createJobKind('template');

const READ_PERCENT = 30;

/** Performs the run of a template that this process has claimed. */
export async function runTemplateIngestion(ctx: AppContext, run: RunRow): Promise<void> {
  await ctx.runs.perform(run, templateKind, (signal) => ingestTemplate(ctx, run, signal));
}

async function* ingestTemplate(
  { store, blobs }: AppContext,
  { subjectId, owner }: RunRow,
  signal: AbortSignal,
): AsyncGenerator<Unnumbered<JobEvent>> {
  const template = await store.presentationTemplates.find(subjectId);
  if (!template) throw new AvaError('not_found');
  const { id, kind, name, sha256 } = template;
  try {
    const bytes = new Uint8Array(await buffer(await blobs.open(sha256)));
    yield { type: 'progress', stage: 'reading', pctProgress: READ_PERCENT };
    const options = { owner: `${owner.tenantId}/${owner.id}`, signal };
    const cleaned =
      kind === 'word'
        ? { bytes: await runTask('cleanWord', { bytes }, options), layouts: 0 }
        : await runTask('clean', { bytes, name }, options);
    const stored = await blobs.put(toStream(cleaned.bytes), { maxBytes: MAX_FILE_BYTES });
    await store.presentationTemplates.complete(template, stored.sha256, cleaned.layouts);
  } catch (error) {
    // After an abort, another process can continue with the template.
    if (!signal.aborted) await store.presentationTemplates.delete(id);
    throw error;
  }
  yield { type: 'completed', file_id: id };
}

async function* toStream(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}

/** Deletes a template whose processing has failed too often. */
export async function failAbandonedTemplate({ store }: Pick<AppContext, 'store'>, run: RunRow): Promise<void> {
  await store.presentationTemplates.delete(run.subjectId);
}
