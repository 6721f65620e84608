import { buffer } from 'node:stream/consumers';
import { AvaError } from '#contract/errors.ts';
import {
  DEFAULT_TEMPLATE,
  type PresentationLayout,
  type PresentationTemplate,
} from '#contract/exports/presentations.ts';
import { toFileName, type UploadedFile } from '#api/files/startExtraction.ts';
import type { Person } from '#api/identity/person.ts';
import { checkExtractions } from '#api/policies/personLimits.ts';
import { authorize } from '#api/policies/policies.ts';
import type { AppContext } from '#api/context.ts';
import type { PresentationTemplateRow, TemplateKind } from '#api/storage/tables/people/presentationTemplates.ts';
import { layouts as defaultLayouts } from './defaultTemplate/layouts.ts';
import { templateErrors, wordTemplateErrors } from './template/templateErrors.ts';
import { runTask } from './childProcess/runTask.ts';

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const NAME_OF_DEFAULT = 'AVA';

export const toOwnerKey = ({ tenantId, id }: Person) => `${tenantId}/${id}`;

/** The templates that a person can use. */
export async function listTemplates({ store }: AppContext, person: Person): Promise<PresentationTemplate[]> {
  const own = await store.presentationTemplates.list(person);
  return [
    { template_folder: DEFAULT_TEMPLATE, name: NAME_OF_DEFAULT, owner: 'ava', layouts: defaultLayouts.length },
    ...own.map(({ id, name, layouts }): PresentationTemplate => ({
      template_folder: id,
      name,
      owner: 'me',
      layouts: layouts ?? 0,
    })),
  ];
}

/**
 * Deletes a template that the person has uploaded; its bytes are deleted by a later sweep. @throws AvaError not_found,
 * also for AVA's own
 */
export async function deleteTemplate({ store }: AppContext, person: Person, folder: string): Promise<void> {
  const found = ID.test(folder) ? await store.presentationTemplates.find(folder) : undefined;
  const { id } = authorize(person, 'delete', 'template', ofSlides(found));
  await store.presentationTemplates.delete(id);
}

/** Bytes of a template that the person can use; null for AVA's own. @throws AvaError not_found */
export async function openTemplateOf(ctx: AppContext, person: Person, folder: string): Promise<Uint8Array | null> {
  if (folder === DEFAULT_TEMPLATE) return null;
  const found = ID.test(folder) ? await ctx.store.presentationTemplates.find(folder) : undefined;
  const template = authorize(person, 'use', 'template', ofSlides(found));
  if (template.layouts === null) throw new AvaError('not_found');
  return new Uint8Array(await buffer(await ctx.blobs.open(template.sha256)));
}

const ofSlides = (template: PresentationTemplateRow | undefined) =>
  template?.kind === 'slides' ? template : undefined;

/** The layouts of a template. A thumbnail is the address of the deck of layouts with the number of its slide. */
export async function listLayouts(
  ctx: AppContext,
  person: Person,
  folder: string,
  signal: AbortSignal,
): Promise<PresentationLayout[]> {
  const template = await openTemplateOf(ctx, person, folder);
  const layouts = await runTask('layouts', { template }, { owner: toOwnerKey(person), signal });
  const deck = `/presentation/layouts/deck?template_folder=${encodeURIComponent(folder)}`;
  return layouts.map((layout, index) => ({ ...layout, templateFolder: folder, thumbnail: `${deck}#${index + 1}` }));
}

/** A presentation with one slide per layout. */
export async function makeLayoutDeck(
  ctx: AppContext,
  person: Person,
  folder: string,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const template = await openTemplateOf(ctx, person, folder);
  return runTask('layoutDeck', { template }, { owner: toOwnerKey(person), signal });
}

/** Stores an uploaded template and queues its check. Throws `unreadable_file` for a file that is empty. */
export async function startIngestion(
  ctx: AppContext,
  person: Person,
  file: UploadedFile,
  kind: TemplateKind = 'slides',
): Promise<{ job_id: string; template_folder: string }> {
  const { wrongType } = kind === 'slides' ? templateErrors : wordTemplateErrors;
  if (file.size === 0) throw new AvaError('unreadable_file', { detail: wrongType });
  await checkExtractions(ctx, person);
  const { store, queue, clock } = ctx;
  const owner = { tenantId: person.tenantId, id: person.id };
  const [templateId, runId] = [crypto.randomUUID(), crypto.randomUUID()];
  const name = toFileName(file.name).replace(/\.(p[op]tx|do[ct]x)$/i, '') || 'Template';
  const row = { id: templateId, kind, owner, name, sha256: file.sha256, size: file.size };
  if (!(await store.presentationTemplates.insert(row, clock.now()))) throw new AvaError('files_full');
  await store.runs.insert(
    {
      id: runId,
      kind: 'template',
      owner,
      subjectId: templateId,
      messageId: null,
      sessionId: runId,
      processId: null,
      state: 'waiting',
    },
    clock.now(),
  );
  await queue.send('template', { runId });
  return { job_id: runId, template_folder: templateId };
}
