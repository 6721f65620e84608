import type { z } from 'zod';
import type { checkFit, createSections, PresentationContent } from '#contract/exports/presentations.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { toExportName, type ExportedFile } from '#contract/exports/exports.ts';
import type { Person } from '#api/identity/person.ts';
import type { AppContext } from '#api/context.ts';
import { loadAttachments } from '#api/exports/attachments.ts';
import { findReferences } from '#api/exports/imageReferences.ts';
import { storeExport } from '#api/exports/exportFile.ts';
import { PPTX } from '#api/ooxml/names.ts';
import { readSource, type SectionsRequest } from './readSource.ts';
import { openTemplateOf, toOwnerKey } from './templates.ts';
import { writeBullets } from './writeBullets.ts';
import { runTask } from './childProcess/runTask.ts';

/**
 * Cuts a text into sections without layouts. Loads it first if the request names an answer, a chat or a task instead. A
 * model writes bullets for running text.
 */
export async function makeSections(
  ctx: AppContext,
  person: Person,
  request: SectionsRequest,
  signal: AbortSignal,
): Promise<ReplyOf<typeof createSections>> {
  const { sources, ...text } = await readSource(ctx, person, request);
  const { title, subtitle, sections } = await runTask('sections', text, {
    owner: toOwnerKey(person),
    signal,
  });
  const written = await writeBullets(ctx, person, sections, signal);
  return {
    title,
    subtitle,
    sections: written.map((section, index) => ({
      ...section,
      layout: null,
      fit: 'split',
      purpose: sections[index]?.purpose ?? 'text',
    })),
    sources,
  };
}

/** Names the text that does not fit. */
export async function checkPresentation(
  ctx: AppContext,
  person: Person,
  content: z.output<typeof PresentationContent>,
  signal: AbortSignal,
): Promise<ReplyOf<typeof checkFit>> {
  const template = await openTemplateOf(ctx, person, content.template_folder);
  const images = await loadImages(ctx, person, content);
  return runTask('fit', { template, content, images }, { owner: toOwnerKey(person), signal });
}

/** Bytes of a presentation. */
export async function makePresentation(
  ctx: AppContext,
  person: Person,
  content: z.output<typeof PresentationContent>,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const template = await openTemplateOf(ctx, person, content.template_folder);
  const images = await loadImages(ctx, person, content);
  const input = { template, content, images, author: person.name, created: ctx.clock.now() };
  return (await runTask('generate', input, { owner: toOwnerKey(person), signal })).bytes;
}

/** The attached images that the sections refer to, as the person can read them now. */
function loadImages(ctx: AppContext, person: Person, { sections }: z.output<typeof PresentationContent>) {
  const texts = sections.map(({ content }) => content);
  return loadAttachments(ctx, person, findReferences(texts));
}

/** Stores a presentation for a short time, with an address to download it. */
export async function exportPresentation(
  ctx: AppContext,
  person: Person,
  content: z.output<typeof PresentationContent> & { name: string },
  signal: AbortSignal,
): Promise<ExportedFile> {
  const bytes = await makePresentation(ctx, person, content, signal);
  const name = toExportName(content.name || content.title_slide.title, 'pptx');
  return { ...(await storeExport(ctx, person, { name, type: PPTX, bytes })), notes: [] };
}
