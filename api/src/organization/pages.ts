import { readdir, readFile } from 'node:fs/promises';
import type { z } from 'zod';
import type { Toggle } from '#contract/toggles.ts';
import type * as contract from '#contract/organization.ts';
import {
  helpTitles,
  type HelpPage,
  type Organization,
  type ReleaseKind,
  type ReleaseNote,
} from '#contract/organization.ts';

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

const pageCache = new Map<string, Promise<string>>();

/** Reads a page once, because the help pages are served without sign-in. */
function readPage(name: string): Promise<string> {
  const cached = pageCache.get(name) ?? readFile(new URL(name, folder), 'utf8').then((text) => text.trim());
  pageCache.set(name, cached);
  return cached;
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

type Features = Organization['features'];

/** Changes of a kind, newest first. Each version has a file that starts with `# version, date`. */
export async function listReleaseNotes(kind: ReleaseKind, features: Features): Promise<z.output<typeof ReleaseNote>[]> {
  const names = (await readdir(new URL(`releases/${kind}/`, folder))).filter((name) => name.endsWith('.md'));
  const byVersion = names.toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  return Promise.all(
    byVersion.map(async (name) => {
      const [heading = '', ...rest] = (await readPage(`releases/${kind}/${name}`)).split('\n');
      const [number = '', date = ''] = heading.replace(/^#\s*/, '').split(', ');
      return { version: number, date, content: dropDisabledFeatures(rest.join('\n').trim(), features) };
    }),
  );
}

function toFileName(title: string): string {
  return `help/${title.toLowerCase().replaceAll(' ', '-')}.md`;
}

/**
 * Features that can be turned off, by the title of their help page, its sections and its list items, such as `-
 * **Tasks**`.
 */
const featuresByTitle: Readonly<Record<string, Toggle>> = {
  Chat: 'chat',
  Tasks: 'tasks',
  'Knowledge Search': 'knowledgeSearch',
  Functions: 'functionCalling',
  Dictation: 'dictation',
  Meetings: 'showMeetingTranscripts',
  'Connected systems': 'tools',
};

function isOff(title: string | undefined, features: Features): boolean {
  const feature = title === undefined ? undefined : featuresByTitle[title];
  return feature !== undefined && !features[feature];
}

/** Removes the sections and list items about what the organization has turned off. */
function dropDisabledFeatures(content: string, features: Features): string {
  const sections = content.split(/^(?=## )/m).filter((text) => !isOff(/^## (.+)/.exec(text)?.[1], features));
  const lines = sections.join('').trimEnd().split('\n');
  return lines.filter((line) => !isOff(/^- \*\*([\w ]{1,40})\*\*/.exec(line)?.[1], features)).join('\n');
}

/** The help pages in their order, without what the organization has turned off. */
export function listHelpPages({ features }: Pick<Organization, 'features'>): Promise<HelpPage[]> {
  return Promise.all(
    helpTitles
      .filter((title) => !isOff(title, features))
      .map(async (title) => ({ title, content: dropDisabledFeatures(await readPage(toFileName(title)), features) })),
  );
}
