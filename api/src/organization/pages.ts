import { readdir, readFile } from 'node:fs/promises';
import type { z } from 'zod';
import type * as contract from '../../contract/organization.ts';
import { helpTitles, type HelpPage, type Organization, type ReleaseNote } from '../../contract/organization.ts';

const folder = new URL('./pages/', import.meta.url);

/** Shown in turn while an answer is being prepared. */
export const loadingMessages: readonly string[] = [
  'Reading your question…',
  'Gathering what is needed…',
  'Looking through the details…',
  'Putting the pieces together…',
  'Checking the wording…',
  'Almost there…',
];

async function readPage(name: string): Promise<string> {
  return (await readFile(new URL(name, folder), 'utf8')).trim();
}

let versionCache: Promise<string> | null = null;

/** AVA's version, from package.json. */
export function readVersion(): Promise<string> {
  versionCache ??= readFile(new URL('../../../package.json', import.meta.url), 'utf8').then(
    (text) => (JSON.parse(text) as { version: string }).version,
  );
  return versionCache;
}

export async function getAbout(
  type: 'ava' | 'ks' | 'other',
): Promise<z.output<NonNullable<typeof contract.getAbout.reply>>> {
  const title = type === 'ks' ? 'Managing Knowledge Search' : 'About AVA';
  return {
    title,
    version: await readVersion(),
    content: await readPage(type === 'ks' ? 'about-knowledge-search.md' : 'about.md'),
  };
}

/** Changes, newest first. Each version has a file that starts with `# version, date`. */
export async function listReleaseNotes(): Promise<z.output<typeof ReleaseNote>[]> {
  const names = (await readdir(new URL('releases/', folder))).filter((name) => name.endsWith('.md'));
  const byVersion = names.toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  return Promise.all(
    byVersion.map(async (name) => {
      const [heading = '', ...rest] = (await readPage(`releases/${name}`)).split('\n');
      const [number = '', date = ''] = heading.replace(/^#\s*/, '').split(', ');
      return { version: number, date, content: rest.join('\n').trim() };
    }),
  );
}

function toFileName(title: string): string {
  return `help/${title.toLowerCase().replaceAll(' ', '-')}.md`;
}

/** The mode that a help page is about. */
const modeOfPage: Partial<Record<HelpPage['title'], 'chat' | 'tasks' | 'knowledgeSearch'>> = {
  Chat: 'chat',
  Tasks: 'tasks',
  'Knowledge Search': 'knowledgeSearch',
};

/**
 * The help pages in their order, without those of modes that the organization has turned off, each with a link to the
 * organization's own page if it has one.
 */
export function listHelpPages(organization: Pick<Organization, 'features' | 'helpPages'>): Promise<HelpPage[]> {
  const titles = helpTitles.filter((title) => {
    const mode = modeOfPage[title];
    return mode === undefined || organization.features[mode];
  });
  return Promise.all(
    titles.map(async (title) => ({
      title,
      content: await readPage(toFileName(title)),
      link: organization.helpPages[title] ?? null,
    })),
  );
}
