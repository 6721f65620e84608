import { readFileSync } from 'node:fs';
import { file, txt, type SampleFile } from './siteDefinition.ts';

const folder = new URL('../../../api/src/organization/pages/help/', import.meta.url);

/** A file with the text of one of AVA's own help pages, without its Markdown. */
export function helpPage(title: string): SampleFile {
  const markdown = readFileSync(new URL(`${title.toLowerCase().replaceAll(' ', '-')}.md`, folder), 'utf8');
  const paragraphs = markdown
    .split(/\n+/)
    .map((line) =>
      line
        .replace(/^(- |\d+\. |#+ )/, '')
        .replaceAll('**', '')
        .trim(),
    )
    .filter((line) => line !== '');
  return file(`${title}.txt`, 'dev', '2026-10-10', txt(title, ...paragraphs));
}
