import { z } from 'zod';
import { OrganizationSettings, SampleFileName } from './admin/organizationSettings.ts';
import { endpoint } from './endpoint.ts';

export type { SamplePrompt } from './admin/organizationSettings.ts';

/**
 * Configuration of an organization: what administrators change (`OrganizationSettings`), and what only ORGANIZATION_FILE
 * contains. The file also has the settings that apply until an administrator saves others.
 */
export const Organization = OrganizationSettings.extend({
  status: z.string().default('active'),
  package: z.string().default('standard'),
  startDate: z.string().default(''),
  /** Addresses of the organization's own help pages, by title, which are opened instead of AVA's pages. */
  helpPages: z.record(z.string(), z.string()).default({}),
  /** The site whose corpus is about AVA: 32 hexadecimal digits, with or without dashes. It is listed first. */
  helpSiteId: z
    .string()
    .default('')
    .transform((id) => id.replaceAll('-', '').toLowerCase()),
});
export type Organization = z.infer<typeof Organization>;

export const getConfig = endpoint({
  method: 'GET',
  path: '/user/config',
  summary: "The organization's configuration",
  reply: z.object({ message: Organization, version: z.string().describe('changes with the configuration') }),
});

export const getConfigVersion = endpoint({
  method: 'GET',
  path: '/user/config/version',
  summary: "The version of the organization's configuration, to find out whether it changed",
  reply: z.object({ version: z.string() }),
});

export const getSampleFile = endpoint({
  method: 'GET',
  path: '/user/sample_file',
  summary: 'The file that a sample prompt attaches',
  query: z.object({ name: SampleFileName }),
  bytes: 'application/octet-stream',
});

export const getLoadingMessages = endpoint({
  method: 'GET',
  path: '/loading_messages',
  summary: 'Sentences shown while an answer is being prepared',
  access: 'anyone',
  reply: z.object({ messages: z.array(z.string()) }),
});

export const getAbout = endpoint({
  method: 'GET',
  path: '/about',
  summary: 'Version and a text about AVA or Knowledge Search, in Markdown',
  query: z.object({ type: z.enum(['ava', 'ks', 'other']).default('ava') }),
  reply: z.object({ title: z.string(), version: z.string(), content: z.string() }),
});

/** `ava` for the whole product, `ks` for those who manage Knowledge Search. */
export const releaseKinds = ['ava', 'ks'] as const;
export type ReleaseKind = (typeof releaseKinds)[number];

export const ReleaseNote = z.object({ version: z.string(), date: z.string(), content: z.string() });

export const getReleaseNotes = endpoint({
  method: 'GET',
  path: '/release_notes',
  summary: 'What changed in each version of AVA or of Knowledge Search, newest first, in Markdown',
  query: z.object({ type: z.enum(releaseKinds).default('ava') }),
  reply: z.object({ releaseNotes: z.array(ReleaseNote) }),
});

/** The help pages in the specification's order, and after them the one that AVA adds. */
export const helpTitles = [
  'Getting Started',
  'Chat',
  'Tasks',
  'Knowledge Search',
  'Advanced Prompting',
  'Security and AI Models',
  'Exports',
] as const;

export const HelpPage = z.object({
  title: z.enum(helpTitles),
  content: z.string().describe('Markdown'),
});
export type HelpPage = z.infer<typeof HelpPage>;

export const getHelp = endpoint({
  method: 'GET',
  path: '/ava_help',
  summary: "AVA's help pages, in their order; also for people who are not signed in",
  access: 'anyone',
  reply: z.object({ pages: z.array(HelpPage) }),
});

export const getHealth = endpoint({
  method: 'GET',
  path: '/health',
  summary: 'Whether this process is alive and its store answers; for load balancers',
  access: 'anyone',
  reply: z.object({
    status: z.enum(['ok', 'closing']),
    store: z.enum(['ok', 'slow']),
    entra: z.string().describe("ok, or the code with which Entra refuses AVA's registration, such as AADSTS7000222"),
    version: z.string(),
  }),
});
