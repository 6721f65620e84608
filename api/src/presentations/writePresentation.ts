import { PresentationContent, type PresentationRequest } from '#contract/exports/presentations.ts';
import type { ExportImages } from '#api/exports/document.ts';
import { guessLanguageOf, toOfficeLanguage } from '#api/exports/markdown/language.ts';
import { cutIntoSections } from './content/sections.ts';
import { planDeck, type DeckPlan } from './deck/planDeck.ts';
import { writeDeck, type DeckProperties } from './deck/writeDeck.ts';
import { makeDefaultTemplate } from './defaultTemplate/makeDefaultTemplate.ts';
import { zipParts, type Parts } from '#api/ooxml/parts.ts';
import { checkLayouts } from './template/chooseLayouts.ts';
import { cleanTemplate } from './template/cleanTemplate.ts';
import { readTemplate } from './template/readTemplate.ts';

export interface WrittenPresentation extends Pick<DeckPlan, 'problems'> {
  bytes: Uint8Array;
  slides: number;
}

/** Writes a presentation into a template without slides, in place. */
export function writeContent(
  parts: Parts,
  content: PresentationContent,
  { images, ...properties }: Omit<DeckProperties, 'title' | 'language'> & { images?: ExportImages },
): WrittenPresentation {
  const { slides, problems } = planDeck(content, readTemplate(parts), images);
  const text = content.sections.map((section) => `${section.title} ${section.content}`).join(' ');
  const language = toOfficeLanguage(guessLanguageOf(text));
  writeDeck(parts, slides, { ...properties, title: content.title_slide.title, language });
  return { bytes: zipParts(parts), slides: slides.length, problems };
}

/**
 * Writes a Markdown text as a presentation. Layouts are chosen by their type, and text that does not fit continues on the
 * next slide.
 * @param template bytes of a PPTX file; null for AVA's own template
 * @param options `name` is the title of a text without one; `templateName` is for errors
 * @throws AvaError unreadable_file with the reason
 */
export function writePresentation(
  markdown: string,
  template: Uint8Array | null,
  { name, templateName = name, author = '', created = new Date(), sources = [], images = {} }: WriteOptions,
): WrittenPresentation {
  const parts = template ? cleanTemplate(template) : makeDefaultTemplate();
  if (template) checkLayouts(readTemplate(parts), templateName);
  const { title, subtitle, sections } = cutIntoSections(markdown);
  const request: PresentationRequest = {
    title_slide: { title: title || name, content: subtitle },
    sections,
    template_folder: name,
    sources,
  };
  return writeContent(parts, PresentationContent.parse(request), { author, created, images });
}

export interface WriteOptions {
  name: string;
  templateName?: string;
  author?: string;
  created?: Date;
  sources?: PresentationRequest['sources'];
  images?: ExportImages;
}
