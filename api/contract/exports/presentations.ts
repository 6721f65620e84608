import { z } from 'zod';
import { endpoint, Id } from '#contract/endpoint.ts';
import { ExportedFile } from './exports.ts';
import { MAX_PRESENTATION_SECTIONS, MAX_SLIDE_TITLE_CHARACTERS, MAX_TITLE_CHARACTERS } from '#contract/limits.ts';

/** Maximum number of characters of the text of a presentation, and of one of its sections. */
const MAX_PRESENTATION_CHARACTERS = 2_000_000;
/** Folder of the template that is part of AVA. */
export const DEFAULT_TEMPLATE = 'ava';

/** What to do with text that does not fit on its slide. */
export const fits = ['split', 'smaller', 'shorten'] as const;
export type Fit = (typeof fits)[number];

/**
 * Names a template: `ava`, the id of a template that the person uploaded, or `organization/` and the name of its file.
 */
const TemplateFolder = z.string().min(1).max(300);

export const PresentationTemplate = z.object({
  template_folder: z.string(),
  name: z.string(),
  owner: z.enum(['ava', 'organization', 'me']),
  layouts: z.number().int().describe('number of its layouts'),
});
export type PresentationTemplate = z.infer<typeof PresentationTemplate>;

const LayoutPlaceholder = z.object({
  name: z.string(),
  type: z.string(),
  index: z.string(),
  width: z.number().describe('share of the width of the slide'),
  height: z.number().describe('share of the height of the slide'),
});

/** What a slide shows: one text, two columns, or a text next to a picture. */
export const purposes = ['text', 'columns', 'picture'] as const;
export type Purpose = (typeof purposes)[number];

/** A layout as a section refers to it. */
export const LayoutChoice = z.object({
  name: z.string().min(1).max(240),
  type: z.string().max(40).default('cust'),
  thumbnail: z.string().max(600).default('').describe('address of a PPTX file, with the number of the slide in it'),
  templateFolder: TemplateFolder,
});
export type LayoutChoice = z.infer<typeof LayoutChoice>;

export const PresentationLayout = LayoutChoice.extend({
  placeholders: z.array(LayoutPlaceholder),
  suggestedFor: z.enum(['title', ...purposes]).nullable(),
});
export type PresentationLayout = z.infer<typeof PresentationLayout>;

/** A part of the text that becomes one slide, or several if it does not fit. */
export const PresentationSection = z.object({
  title: z.string().max(MAX_SLIDE_TITLE_CHARACTERS),
  content: z.string().max(MAX_PRESENTATION_CHARACTERS).describe('Markdown'),
  layout: LayoutChoice.nullable().default(null),
  fit: z.enum(fits).default('split'),
  notes: z
    .string()
    .max(MAX_PRESENTATION_CHARACTERS)
    .default('')
    .describe('Markdown for the speaker notes: the text of which the content is a short form'),
  purpose: z.enum(purposes).default('text').describe('which layout suits the content'),
});
export type PresentationSection = z.infer<typeof PresentationSection>;

/** A source that the text refers to as `[number]`; it goes into the speaker notes. */
export const SlideSource = z.object({
  number: z.number().int().min(1).max(100_000),
  filename: z.string().max(1_024),
  location: z.string().max(1_024).default(''),
  link: z.string().max(4_096).nullable().default(null),
});
export type SlideSource = z.infer<typeof SlideSource>;

const TitleSlide = z.object({
  title: z.string().max(MAX_SLIDE_TITLE_CHARACTERS),
  content: z.string().max(MAX_SLIDE_TITLE_CHARACTERS).default('').describe('subtitle'),
  layout: LayoutChoice.nullable().default(null),
});

/** Everything that a presentation is made of. A missing layout is chosen by the server. */
export const PresentationContent = z.object({
  title_slide: TitleSlide,
  sections: z.array(PresentationSection).max(MAX_PRESENTATION_SECTIONS),
  template_folder: TemplateFolder,
  sources: z.array(SlideSource).max(300).default([]),
});
export type PresentationContent = z.infer<typeof PresentationContent>;
export type PresentationRequest = z.input<typeof PresentationContent>;

/** Text that does not fit into its placeholder, or that has no placeholder. */
export const FitProblem = z.object({
  section: z.number().int().nullable().describe('index of the section; null for the title slide'),
  title: z.string(),
  placeholder: z.string().describe('name of the placeholder; empty if the layout has none'),
  kind: z.enum(['overflow', 'no_place']),
  slides: z.number().int().describe('slides of the section if it is split'),
  percent: z.number().int().nullable().describe('size of the text if it is made smaller; null if that is not enough'),
});
export type FitProblem = z.infer<typeof FitProblem>;

export const getTemplates = endpoint({
  method: 'GET',
  path: '/presentation/templates',
  summary: 'The templates that the caller can use: own ones, those of the organization, and that of AVA',
  reply: z.object({ templates: z.array(PresentationTemplate) }),
});

export const deleteTemplate = endpoint({
  method: 'DELETE',
  path: '/presentation/templates/{template_folder}',
  summary: 'Deletes a template that the caller has uploaded; presentations made with it stay',
  ids: { template_folder: 'template' },
  params: z.object({ template_folder: TemplateFolder }),
  reply: z.object({ deleted: z.literal(true) }),
});

export const getLayouts = endpoint({
  method: 'GET',
  path: '/presentation/layouts',
  summary: 'The layouts of a template',
  ids: { template_folder: 'template' },
  query: z.object({ template_folder: TemplateFolder.default(DEFAULT_TEMPLATE) }),
  reply: z.object({ layouts: z.array(PresentationLayout) }),
});

export const getLayoutDeck = endpoint({
  method: 'GET',
  path: '/presentation/layouts/deck',
  summary: 'A presentation with one slide per layout, in their order, from which clients draw the thumbnails',
  ids: { template_folder: 'template' },
  query: z.object({ template_folder: TemplateFolder.default(DEFAULT_TEMPLATE) }),
  bytes: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
});

export const ingestTemplate = endpoint({
  method: 'POST',
  path: '/presentation/ingest_template',
  summary: 'Checks an uploaded template and keeps it without its slides; the status call tells when it is ready',
  toggle: 'uploadBlob',
  encoding: 'upload',
  body: z.object({ file_name: z.string().max(1_024).optional() }),
  reply: z.object({ job_id: Id, template_folder: Id }),
});

export const createSections = endpoint({
  method: 'POST',
  path: '/presentation/sections',
  summary:
    'Cuts a text, an answer, a chat or the outputs of a task into a title and sections, with bullets for long texts',
  ids: { chat_id: 'chat', message_id: 'message', task_id: 'task' },
  body: z.object({
    content: z.string().max(MAX_PRESENTATION_CHARACTERS).optional().describe('Markdown'),
    chat_id: Id.optional().describe('instead of the text: a chat'),
    message_id: Id.optional().describe('exports only this answer of the chat in chat_id'),
    task_id: Id.optional().describe('instead of the text: the outputs of a task'),
  }),
  reply: z.object({
    title: z.string(),
    subtitle: z.string(),
    sections: z.array(PresentationSection),
    sources: z.array(SlideSource),
  }),
});

export const checkFit = endpoint({
  method: 'POST',
  path: '/presentation/fit',
  summary: 'Names the text that does not fit into its placeholder',
  ids: { template_folder: 'template' },
  body: PresentationContent,
  reply: z.object({ slides: z.number().int(), problems: z.array(FitProblem) }),
});

export const generatePresentation = endpoint({
  method: 'POST',
  path: '/presentation/generate',
  summary: 'Writes a presentation into the placeholders of the chosen layouts',
  ids: { template_folder: 'template' },
  body: PresentationContent.extend({ name: z.string().max(MAX_TITLE_CHARACTERS).default('') }),
  bytes: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
});

export const exportPresentation = endpoint({
  method: 'POST',
  path: '/presentation/export',
  summary: 'Writes the same presentation and returns an address to download it',
  ids: { template_folder: 'template' },
  body: PresentationContent.extend({ name: z.string().max(MAX_TITLE_CHARACTERS).default('') }),
  reply: ExportedFile,
});
