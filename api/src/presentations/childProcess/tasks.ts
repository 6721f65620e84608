import { purposes, type PresentationContent, type PresentationLayout } from '#contract/exports/presentations.ts';
import type { ExportImages } from '#api/exports/document.ts';
import { cleanWordTemplate } from '#api/exports/docx/template/cleanWordTemplate.ts';
import type { Paragraph } from '#api/presentations/content/blocks.ts';
import { cutIntoSections } from '#api/presentations/content/sections.ts';
import { describeContent } from '#api/presentations/content/purpose.ts';
import { planDeck, type DeckPlan } from '#api/presentations/deck/planDeck.ts';
import type { Slide } from '#api/presentations/deck/slide.ts';
import { writeDeck } from '#api/presentations/deck/writeDeck.ts';
import { makeDefaultTemplate } from '#api/presentations/defaultTemplate/makeDefaultTemplate.ts';
import { openParts, zipParts, type Parts } from '#api/ooxml/parts.ts';
import { checkLayouts, suggestLayout, suggestTitleLayout } from '#api/presentations/template/chooseLayouts.ts';
import { cleanTemplate } from '#api/presentations/template/cleanTemplate.ts';
import type { SlideText } from '#api/presentations/readSource.ts';
import { readTemplate, type Layout } from '#api/presentations/template/readTemplate.ts';
import {
  writeContent,
  writePresentation,
  type WriteOptions,
  type WrittenPresentation,
} from '#api/presentations/writePresentation.ts';

/** A template that was cleaned before; null for AVA's own. */
type TemplateBytes = Uint8Array | null;

interface ContentInput {
  template: TemplateBytes;
  content: PresentationContent;
  images: ExportImages;
}

export type LayoutSummary = Omit<PresentationLayout, 'thumbnail' | 'templateFolder'>;

/** What the process for presentations does. V8 can serialize inputs and results. */
export const tasks = {
  /** Checks and cleans a template that was uploaded. */
  clean({ bytes, name }: { bytes: Uint8Array; name: string }): { bytes: Uint8Array; layouts: number } {
    const parts = cleanTemplate(bytes);
    const template = readTemplate(parts);
    checkLayouts(template, name);
    return { bytes: zipParts(parts), layouts: template.layouts.length };
  },

  /** Checks and cleans a Word template that was uploaded. */
  cleanWord({ bytes }: { bytes: Uint8Array }): Uint8Array {
    return zipParts(cleanWordTemplate(bytes));
  },

  layouts({ template }: { template: TemplateBytes }): LayoutSummary[] {
    const read = readTemplate(open(template));
    const title = suggestTitleLayout(read);
    const suggest = (layout: Layout) => purposes.find((purpose) => suggestLayout(read, purpose) === layout);
    return read.layouts.map((layout) => ({
      name: layout.name,
      type: layout.type,
      placeholders: layout.placeholders.map(({ name, type, index, box }) => ({
        name,
        type,
        index,
        width: box.width / read.width,
        height: box.height / read.height,
      })),
      suggestedFor: layout === title ? 'title' : (suggest(layout) ?? null),
    }));
  },

  layoutDeck({ template }: { template: TemplateBytes }): Uint8Array {
    const parts = open(template);
    const { layouts } = readTemplate(parts);
    writeDeck(parts, layouts.map(toSample), {
      title: '',
      author: '',
      created: new Date(0),
      language: 'en-US',
    });
    return zipParts(parts);
  },

  sections({ content, attachments }: Omit<SlideText, 'sources'>) {
    const { sections, ...cut } = cutIntoSections(content, attachments);
    return { ...cut, sections: sections.map((section) => ({ ...section, ...describeContent(section.content) })) };
  },

  fit({ template, content, images }: ContentInput): Pick<DeckPlan, 'problems'> & { slides: number } {
    const { slides, problems } = planDeck(content, readTemplate(open(template)), images);
    return { slides: slides.length, problems };
  },

  generate({ template, content, ...options }: ContentInput & { author: string; created: Date }): WrittenPresentation {
    return writeContent(open(template), content, options);
  },

  /** Makes a presentation of a text. */
  convert({ markdown, template, ...options }: WriteOptions & { markdown: string; template: TemplateBytes }) {
    return writePresentation(markdown, template, options);
  },
};

export type Tasks = typeof tasks;

function open(template: TemplateBytes): Parts {
  return template ? openParts(template) : makeDefaultTemplate();
}

const FILLED = new Set(['title', 'ctrTitle', 'subTitle', 'body', 'obj']);

/** A slide that shows where a layout has text. */
function toSample(layout: Layout): Slide {
  const items = layout.placeholders
    .filter(({ type }) => FILLED.has(type))
    .map((placeholder) => ({
      kind: 'text' as const,
      placeholder,
      box: null,
      scale: 1,
      paragraphs: [toParagraph((placeholder.text.split('\n')[0] || placeholder.name).slice(0, 60))],
    }));
  return { layout, items, notes: [], hasFooter: true };
}

function toParagraph(text: string): Paragraph {
  return { kind: 'paragraph', style: 'text', level: 0, runs: [{ text }] };
}
