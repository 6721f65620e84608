import { toExportName } from '../../contract/exports/exports.ts';
import * as contract from '../../contract/exports/presentations.ts';
import type { Mounting } from '../http/mount.ts';
import {
  checkPresentation,
  exportPresentation,
  makePresentation,
  makeSections,
} from '../presentations/presentations.ts';
import {
  deleteTemplate,
  listLayouts,
  listTemplates,
  makeLayoutDeck,
  startIngestion,
} from '../presentations/templates.ts';
import type { AppContext } from '../context.ts';

const PPTX = contract.generatePresentation.bytes ?? '';

export function mountPresentations({ call, upload, bytes }: Mounting, ctx: AppContext): void {
  call(contract.getTemplates, async (_, person) => ({ templates: await listTemplates(ctx, person) }));
  call(contract.deleteTemplate, async ({ template_folder }, person) => {
    await deleteTemplate(ctx, person, template_folder);
    return { deleted: true as const };
  });
  call(contract.getLayouts, async ({ template_folder }, person) => ({
    layouts: await listLayouts(ctx, person, template_folder),
  }));
  bytes(contract.getLayoutDeck, async ({ template_folder }, person) => ({
    type: PPTX,
    name: 'Layouts.pptx',
    body: await makeLayoutDeck(ctx, person, template_folder),
  }));
  upload(contract.ingestTemplate, ({ file_name }, person, file) =>
    startIngestion(ctx, person, { ...file, name: file_name ?? file.name }),
  );
  call(contract.createSections, (request, person) => makeSections(ctx, person, request));
  call(contract.checkFit, (content, person) => checkPresentation(ctx, person, content));
  bytes(contract.generatePresentation, async (content, person) => ({
    type: PPTX,
    name: toExportName(content.name || content.title_slide.title, 'pptx'),
    body: await makePresentation(ctx, person, content),
  }));
  call(contract.exportPresentation, (content, person) => exportPresentation(ctx, person, content));
}
