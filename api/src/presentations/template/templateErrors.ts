import { AvaError } from '#contract/errors.ts';

/** Why a template is refused, as sentences for people. */
export const templateErrors = {
  ...toSentences('PowerPoint', 'PowerPoint Presentation (.pptx)'),
  wrongType: 'Please select a valid PPTX file.',
  interrupted: 'Making the slides was interrupted. Please try again.',
  document: 'presentation',
  tooManyLayouts: (max: number) =>
    `The template has more than ${max} layouts. Remove some of them, and upload it again.`,
  noLayouts: (template: string) => `No layouts found for template "${template}".`,
  tooManySlides: (max: number) => `The presentation would have more than ${max} slides. Please export a shorter text.`,
} as const;

export const wordTemplateErrors: TemplateErrors = {
  ...toSentences('Word', 'Word Document (.docx)'),
  wrongType: 'Please select a valid DOCX or DOTX file.',
  interrupted: 'Checking the template was interrupted. Please try again.',
  document: 'document',
};

/** The sentences that templates of both kinds need. */
export interface TemplateErrors extends ReturnType<typeof toSentences> {
  wrongType: string;
  interrupted: string;
  /** What the program calls its files. */
  document: string;
}

function toSentences(program: string, type: string) {
  return {
    damaged: `The template is damaged. Open and save it in ${program}, and upload it again.`,
    locked: `The template is protected with a password. Remove the password in ${program}, and upload it again.`,
    tooLarge: 'The template holds more than can be read. Please choose a smaller one.',
    macros: 'The template contains macros, which AVA does not accept. Save it without macros, and upload it again.',
    strict: `The template is saved as Strict Open XML. Save it as ${type}, and upload it again.`,
    embedded: (place: string) =>
      `The template contains an embedded object or control (${place}), which AVA does not accept. Remove it, and upload the template again.`,
    linked: (place: string) =>
      `The template refers to content outside of it (${place}). Embed or remove that content, and upload the template again.`,
  };
}

export function refuseTemplate(detail: string, cause?: unknown): AvaError {
  return new AvaError('unreadable_file', { detail, cause });
}
