import { AvaError } from '#contract/errors.ts';
import { STATUS_POLL_MS } from '#contract/limits.ts';
import {
  checkFit,
  createSections,
  deleteTemplate as deleteTemplateCall,
  exportPresentation,
  generatePresentation,
  getLayoutDeck,
  getLayouts,
  getTemplates,
  ingestTemplate,
  type FitProblem,
  type PresentationLayout,
  type PresentationRequest,
  type PresentationTemplate,
} from '#contract/exports/presentations.ts';
import { getStatus } from '#contract/runs/jobs.ts';
import { api } from '#tab/api.ts';
import { download } from '#tab/features/exports/exports.actions.ts';
import { pause } from '#tab/retry.ts';
import { network } from '#tab/state/network.ts';
import type { SlideTarget } from './slideFlow.ts';
import { applyTemplate, type Deck } from './slides.rules.ts';
import { slideTexts } from './slides.texts.ts';

/** A template with its layouts. */
export interface LoadedTemplate {
  template: PresentationTemplate;
  layouts: PresentationLayout[];
}

/** The sentence about a failure; without a network, it also says that the person is offline. */
export function explainFailure(failed: string): string {
  return network.isOnline ? failed : `${failed.replace(/\.$/, '')}. ${slideTexts.offline}`;
}

/** Throws if the template has no layouts. */
export async function loadTemplate(template: PresentationTemplate, signal?: AbortSignal): Promise<LoadedTemplate> {
  const { layouts } = await api.call(
    getLayouts,
    { template_folder: template.template_folder },
    signal ? { signal } : {},
  );
  if (layouts.length === 0) throw new AvaError('unreadable_file', { detail: slideTexts.noLayouts(template.name) });
  return { template, layouts };
}

export async function listTemplates(): Promise<PresentationTemplate[]> {
  return (await api.call(getTemplates, {})).templates;
}

/** Deletes a template that the person uploaded, and returns the templates that are left. */
export async function deleteTemplate({ template_folder }: PresentationTemplate): Promise<PresentationTemplate[]> {
  await api.call(deleteTemplateCall, { template_folder });
  decks.delete(template_folder);
  return listTemplates();
}

export interface SetUp extends LoadedTemplate {
  templates: PresentationTemplate[];
  deck: Deck;
}

/**
 * Cuts what is exported into slides, and chooses layouts from the newest template that the person uploaded, or from
 * AVA's template.
 */
export async function setUpSlides(target: SlideTarget, name: string, signal: AbortSignal): Promise<SetUp> {
  const [{ title, subtitle, sections, sources }, templates] = await Promise.all([
    api.call(createSections, toSource(target), { signal }),
    listTemplates(),
  ]);
  if (sections.length === 0) throw new Error(slideTexts.noSections);
  const template = templates.find(({ owner }) => owner === 'me') ?? templates[0];
  if (!template) throw new Error('no template');
  const loaded = await loadTemplate(template, signal);
  const deck = { templateFolder: '', title: title || name, subtitle, titleLayout: null, sections, sources };
  return { ...loaded, templates, deck: applyTemplate(deck, template.template_folder, loaded.layouts) };
}

function toSource(target: SlideTarget) {
  if (target.kind === 'task') return { task_id: target.taskId };
  return target.kind === 'chat' ? { chat_id: target.chatId } : { chat_id: target.chatId, message_id: target.messageId };
}

/** Uploads a template and waits until the server has checked it. Throws AvaError with the reason. */
export async function uploadTemplate(
  file: File,
  signal: AbortSignal,
): Promise<LoadedTemplate & { templates: PresentationTemplate[] }> {
  const { job_id: jobId, template_folder: folder } = await api.upload(ingestTemplate, { file_name: file.name }, file, {
    signal,
  });
  await waitForTemplate(jobId, signal);
  const templates = await listTemplates();
  const template = templates.find(({ template_folder }) => template_folder === folder);
  if (!template) throw new AvaError('not_found');
  return { templates, ...(await loadTemplate(template, signal)) };
}

/** Waits until the server has checked an uploaded template. Throws AvaError with the reason. */
export async function waitForTemplate(jobId: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    const { status, error } = await api.call(getStatus, { jobId }, { signal });
    if (status === 'FAILURE') throw new AvaError('unreadable_file', error === null ? {} : { detail: error });
    if (status === 'COMPLETED') return;
    await pause(STATUS_POLL_MS, signal);
  }
}

export interface DeckPreview {
  bytes: Blob;
  problems: FitProblem[];
}

/** Writes the presentation and checks what fits. */
export async function previewDeck(
  request: PresentationRequest,
  name: string,
  signal: AbortSignal,
): Promise<DeckPreview> {
  const [{ problems }, bytes] = await Promise.all([
    api.call(checkFit, request, { signal }),
    api.bytes(generatePresentation, { ...request, name }, { signal }),
  ]);
  return { bytes, problems };
}

const decks = new Map<string, Promise<Blob>>();

/** The deck from which the thumbnails of a template are drawn. Each is fetched once. */
export function fetchLayoutDeck(templateFolder: string): Promise<Blob> {
  const known = decks.get(templateFolder);
  if (known) return known;
  const deck = api.bytes(getLayoutDeck, { template_folder: templateFolder });
  decks.set(templateFolder, deck);
  deck.catch(() => decks.delete(templateFolder));
  return deck;
}

/** Creates the file on the server and downloads it. Throws the sentence of the specification. */
export async function createPresentation(request: PresentationRequest, name: string): Promise<void> {
  const file = await api.call(exportPresentation, { ...request, name }).catch((cause: unknown) => {
    throw new Error(slideTexts.notCreated, { cause });
  });
  await download(file);
}
