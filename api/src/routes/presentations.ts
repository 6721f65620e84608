import { toExportName } from '#contract/exports/exports.ts';
import * as contract from '#contract/exports/presentations.ts';
import type { Mounting } from '#api/http/mount.ts';
import {
  checkPresentation,
  exportPresentation,
  makePresentation,
  makeSections,
} from '#api/presentations/presentations.ts';
import {
  deleteTemplate,
  listLayouts,
  listTemplates,
  makeLayoutDeck,
  startIngestion,
} from '#api/presentations/templates.ts';
import type { AppContext } from '#api/context.ts';

const PPTX = contract.generatePresentation.bytes ?? '';

export function mountPresentations({ call, upload, documents }: Mounting, ctx: AppContext): void {
  call(contract.getTemplates, async (_, person) => ({ templates: await listTemplates(ctx, person) }));
  call(contract.deleteTemplate, async ({ template_folder }, person) => {
    await deleteTemplate(ctx, person, template_folder);
    return { deleted: true as const };
  });
  documents.call(contract.getLayouts, async ({ template_folder }, person, signal) => ({
    layouts: await listLayouts(ctx, person, template_folder, signal),
  }));
  documents.bytes(contract.getLayoutDeck, async ({ template_folder }, person, signal) => ({
    type: PPTX,
    name: 'Layouts.pptx',
    body: await makeLayoutDeck(ctx, person, template_folder, signal),
  }));
  upload(contract.ingestTemplate, ({ file_name }, person, file) =>
    startIngestion(ctx, person, { ...file, name: file_name ?? file.name }),
  );
  documents.call(contract.createSections, (request, person, signal) => makeSections(ctx, person, request, signal));
  documents.call(contract.checkFit, (content, person, signal) => checkPresentation(ctx, person, content, signal));
  documents.bytes(contract.generatePresentation, async (content, person, signal) => ({
    type: PPTX,
    name: toExportName(content.name || content.title_slide.title, 'pptx'),
    body: await makePresentation(ctx, person, content, signal),
  }));
  documents.call(contract.exportPresentation, (content, person, signal) =>
    exportPresentation(ctx, person, content, signal),
  );
}
