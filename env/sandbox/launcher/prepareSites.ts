import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createClient, type Client } from '../../../api/contract/client.ts';
import {
  getEmbeddedFiles,
  getSiteFiles,
  startEmbedding,
  type CandidateFile,
} from '../../../api/contract/sites/corpusFiles.ts';
import { getStatus } from '../../../api/contract/runs/jobs.ts';
import {
  createSite,
  getSiteCandidates,
  getSiteLibraries,
  getSites,
  type Site,
} from '../../../api/contract/sites/sites.ts';
import { listSampleFiles } from '#sandbox/sites/sampleSites.ts';

/** The help corpus is small and first, so that questions about AVA can be answered soon. */
const PREPARED = [
  { name: 'AVA Help', owner: 'dev', description: 'How to work with AVA' },
  { name: 'Finance', owner: 'ada', description: 'Budgets, monthly reports, policies and audits of Northwind Studio.' },
] as const;
const LIBRARY = 'Documents';
const POLL_MS = 250;
/** Files processed at a time; few, so that a person's own uploads do not wait. */
const CONCURRENT_FILES = 3;
/** More files than the library has, so that one call lists all of them. */
const MAX_FILES = 200;

type PreparedSite = (typeof PREPARED)[number];

type Options = {
  apiUrl: string;
  /** Returns a token of the person who owns the site. */
  mintToken: (person: PreparedSite['owner']) => Promise<string>;
  /** Has a marker file for each prepared corpus, so that later starts do not undo a person's changes. */
  markerFolder: string;
};

/** A corpus, and its readable files that are still to be added. */
interface Preparation {
  name: string;
  /** Adds the files, and returns how many. */
  addFiles: () => Promise<number>;
}

/**
 * Makes a corpus of the help site and of Finance, as their owners would, so that a newcomer can search at once. Their files
 * are added by `addFiles`, which continues after an interruption. Leaves out the sites that were prepared before.
 */
export async function prepareSites({ apiUrl, mintToken, markerFolder }: Options): Promise<Preparation[]> {
  const preparations: Preparation[] = [];
  for (const prepared of PREPARED) {
    const { name, owner: person } = prepared;
    const markerPath = join(markerFolder, `${name.toLowerCase().replaceAll(' ', '-')}-prepared`);
    if (existsSync(markerPath)) continue;
    const owner = createClient({ baseUrl: apiUrl, token: () => mintToken(person) });
    const site = (await findCorpus(owner, name)) ?? (await createCorpus(owner, prepared));
    const addFiles = async (): Promise<number> => {
      const count = await addMissingFiles(owner, site);
      await writeFile(markerPath, '');
      return count;
    };
    preparations.push({ name, addFiles });
  }
  return preparations;
}

async function addMissingFiles(owner: Client, site: Site): Promise<number> {
  const missing = await listMissingFiles(owner, site);
  const queue = [...missing];
  const addNext = async (): Promise<void> => {
    for (let file = queue.shift(); file; file = queue.shift()) await addFile(owner, site, file);
  };
  await Promise.all(Array.from({ length: CONCURRENT_FILES }, addNext));
  return missing.length;
}

async function findCorpus(owner: Client, name: string): Promise<Site | undefined> {
  return (await owner.call(getSites, {})).accessibleSites.find(({ SiteName }) => SiteName === name);
}

async function createCorpus(owner: Client, { name, description }: PreparedSite): Promise<Site> {
  const site = (await owner.call(getSiteCandidates, {})).value.find(({ displayName }) => displayName === name);
  if (!site) throw new Error(`${name} is not among the sites that can become a corpus.`);
  const libraries = (await owner.call(getSiteLibraries, { site_id: site.id })).value;
  const library = libraries.find((candidate) => candidate.name === LIBRARY);
  if (!library) throw new Error(`${name} has no library ${LIBRARY}.`);
  return owner.call(createSite, {
    site_id: site.id,
    site_name: site.displayName,
    site_link: site.webUrl,
    corpus_config: { document_library_name: library.name, document_library_id: library.id, list_name: '', list_id: '' },
    corpus_desc: description,
  });
}

/** The files that are not in the corpus yet, without those that cannot be read: locked, broken or scanned. */
async function listMissingFiles(owner: Client, { SiteId, SiteName }: Site): Promise<CandidateFile[]> {
  const unreadable = new Set(
    listSampleFiles()
      .filter(({ file }) => ['locked', 'broken', 'scan'].includes(file.document.format))
      .map(({ file }) => file.name),
  );
  const { files: embedded } = await owner.call(getEmbeddedFiles, { site_id: SiteId });
  const known = new Set(embedded.map(({ DataSourceId }) => DataSourceId));
  for (;;) {
    const { files, crawl } = await owner.call(getSiteFiles, { site_id: SiteId, limit: MAX_FILES });
    if (crawl.state === 'failed') throw new Error(`The files of ${SiteName} could not be listed: ${crawl.error}`);
    if (crawl.state === 'complete') {
      const missing = files.filter(({ id, name }) => !known.has(id) && !unreadable.has(name));
      return missing.toSorted((a, b) => getUrgency(a) - getUrgency(b));
    }
    await wait(POLL_MS);
  }
}

/** The monthly reports, which are alike, come last: a newcomer asks about rules and budgets first. */
function getUrgency({ folder }: CandidateFile): number {
  if (folder.includes('Policies')) return 0;
  return folder.includes('Monthly Reports') ? 2 : 1;
}

async function addFile(owner: Client, { SiteId, SiteName, SiteLink }: Site, file: CandidateFile): Promise<void> {
  const { job_id: jobId } = await owner.call(startEmbedding, {
    datasourceId: file.id,
    datasourceName: file.name,
    siteLink: SiteLink,
    fileLink: file.webUrl,
    siteId: SiteId,
    parentLibraryName: LIBRARY,
  });
  for (;;) {
    const { status, error } = await owner.call(getStatus, { jobId });
    if (status === 'COMPLETED') return;
    if (status === 'FAILURE') throw new Error(`${file.name} could not be added to ${SiteName}: ${error}`);
    await wait(POLL_MS);
  }
}
