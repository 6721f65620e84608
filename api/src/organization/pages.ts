import { readdir, readFile } from 'node:fs/promises';
import type { z } from 'zod';
import {
  helpTitles,
  type getAbout,
  type HelpPage,
  type Organization,
  type ReleaseNote,
} from '../../contract/organization.ts';

const folder = new URL('./pages/', import.meta.url);

/** Shown one after the other while an answer is on its way. */
export const loadingMessages: readonly string[] = [
  'Reading your question…',
  'Gathering what is needed…',
  'Looking through the details…',
  'Putting the pieces together…',
  'Checking the wording…',
  'Almost there…',
];

async function page(name: string): Promise<string> {
  return (await readFile(new URL(name, folder), 'utf8')).trim();
}

let known: Promise<string> | null = null;

/** AVA's version, from package.json. */
export function version(): Promise<string> {
  known ??= readFile(new URL('../../../package.json', import.meta.url), 'utf8').then(
    (text) => (JSON.parse(text) as { version: string }).version,
  );
  return known;
}

export async function about(type: 'ava' | 'ks' | 'other'): Promise<z.output<NonNullable<typeof getAbout.reply>>> {
  const title = type === 'ks' ? 'Managing Knowledge Search' : 'About AVA';
  return {
    title,
    version: await version(),
    content: await page(type === 'ks' ? 'about-knowledge-search.md' : 'about.md'),
  };
}

/** What changed, newest first: one file for each version, its first line `# version, date`. */
export async function releaseNotes(): Promise<z.output<typeof ReleaseNote>[]> {
  const names = (await readdir(new URL('releases/', folder))).filter((name) => name.endsWith('.md'));
  const byVersion = names.toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  return Promise.all(
    byVersion.map(async (name) => {
      const [heading = '', ...rest] = (await page(`releases/${name}`)).split('\n');
      const [number = '', date = ''] = heading.replace(/^#\s*/, '').split(', ');
      return { version: number, date, content: rest.join('\n').trim() };
    }),
  );
}

function fileOf(title: string): string {
  return `help/${title.toLowerCase().replaceAll(' ', '-')}.md`;
}

/** The help pages in their order; the organization's own page stands beside AVA's where it has one. */
export function helpPages(organization: Organization): Promise<HelpPage[]> {
  return Promise.all(
    helpTitles.map(async (title) => ({
      title,
      content: await page(fileOf(title)),
      link: organization.helpPages[title] ?? null,
    })),
  );
}
