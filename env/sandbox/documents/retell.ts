import type { DocumentPlan } from './documentPlan.ts';

/** Sentences on one page, slide or section, in the format that a name's ending says; text for any other ending. */
export function textIn(
  name: string,
  { sentences, as }: { sentences: string[]; as: 'same' | 'broken' | 'scan' | 'locked' },
): DocumentPlan {
  if (as === 'broken') return { format: 'broken' };
  if (as === 'scan') return { format: 'scan', pages: 1 };
  if (as === 'locked') return { format: 'locked', text: sentences[0] ?? '', password: 'open sesame' };
  const format = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const title = name.replace(/\.\w+$/, '');
  if (format === 'pdf') return { format, pages: [sentences] };
  if (format === 'docx') return { format, sections: [{ heading: title, paragraphs: sentences }] };
  if (format === 'pptx') return { format, slides: [{ title, bullets: sentences }] };
  return { format: 'txt', paragraphs: sentences };
}
