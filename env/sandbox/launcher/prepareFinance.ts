import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { createClient, type Client } from '../../../api/contract/client.ts';
import {
  getEmbeddedFiles,
  getSiteFiles,
  startEmbedding,
  type CandidateFile,
} from '../../../api/contract/corpusFiles.ts';
import { getStatus } from '../../../api/contract/runs.ts';
import { createSite, getSiteCandidates, getSiteLibraries, getSites, type Site } from '../../../api/contract/sites.ts';
import { listSampleFiles } from '../sites/sampleSites.ts';

const SITE = 'Finance';
const LIBRARY = 'Documents';
const POLL_MS = 250;
/** Few at once, so that the files that a person attaches in the meantime do not wait. */
const CONCURRENT_FILES = 2;
/** A library of this size is listed at once. */
const MAX_FILES = 200;

type Options = {
  apiUrl: string;
  /** Returns a token of Ada, who owns Finance. */
  mintToken: () => Promise<string>;
  /** Exists once the corpus was prepared, so that a person's own changes to it last. */
  markerPath: string;
};

/**
 * Makes Finance a corpus and adds its readable files, as Ada would, so that a newcomer can search at once. Continues
 * after an interruption. Returns how many files were added; 0 if the corpus was prepared before.
 */
export async function prepareFinance({ apiUrl, mintToken, markerPath }: Options): Promise<number> {
  if (existsSync(markerPath)) return 0;
  const ada = createClient({ baseUrl: apiUrl, token: mintToken });
  const site = (await findCorpus(ada)) ?? (await createCorpus(ada));
  const missing = await listMissingFiles(ada, site);
  const queue = [...missing];
  const addNext = async (): Promise<void> => {
    for (let file = queue.shift(); file; file = queue.shift()) await addFile(ada, site, file);
  };
  await Promise.all(Array.from({ length: CONCURRENT_FILES }, addNext));
  await writeFile(markerPath, '');
  return missing.length;
}

async function findCorpus(ada: Client): Promise<Site | undefined> {
  return (await ada.call(getSites, {})).accessibleSites.find(({ SiteName }) => SiteName === SITE);
}

async function createCorpus(ada: Client): Promise<Site> {
  const site = (await ada.call(getSiteCandidates, {})).value.find(({ displayName }) => displayName === SITE);
  if (!site) throw new Error(`${SITE} is not among the sites that can become a corpus.`);
  const libraries = (await ada.call(getSiteLibraries, { site_id: site.id })).value;
  const library = libraries.find(({ name }) => name === LIBRARY);
  if (!library) throw new Error(`${SITE} has no library ${LIBRARY}.`);
  return ada.call(createSite, {
    site_id: site.id,
    site_name: site.displayName,
    site_link: site.webUrl,
    corpus_config: { document_library_name: library.name, document_library_id: library.id, list_name: '', list_id: '' },
    corpus_desc: 'Budgets, monthly reports, policies and audits of Northwind Studio.',
  });
}

/** The files that are not in the corpus yet, without those that nobody can read: locked, broken or scanned. */
async function listMissingFiles(ada: Client, { SiteId }: Site): Promise<CandidateFile[]> {
  const unreadable = new Set(
    listSampleFiles()
      .filter(({ file }) => ['locked', 'broken', 'scan'].includes(file.document.format))
      .map(({ file }) => file.name),
  );
  const { files: embedded } = await ada.call(getEmbeddedFiles, { site_id: SiteId });
  const known = new Set(embedded.map(({ DataSourceId }) => DataSourceId));
  for (;;) {
    const { files, crawl } = await ada.call(getSiteFiles, { site_id: SiteId, limit: MAX_FILES });
    if (crawl.state === 'failed') throw new Error(`The files of ${SITE} could not be listed: ${crawl.error}`);
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

async function addFile(ada: Client, { SiteId, SiteLink }: Site, file: CandidateFile): Promise<void> {
  const { job_id: jobId } = await ada.call(startEmbedding, {
    datasourceId: file.id,
    datasourceName: file.name,
    siteLink: SiteLink,
    fileLink: file.webUrl,
    siteId: SiteId,
    parentLibraryName: LIBRARY,
  });
  for (;;) {
    const { status, error } = await ada.call(getStatus, { jobId });
    if (status === 'COMPLETED') return;
    if (status === 'FAILURE') throw new Error(`${file.name} could not be added to ${SITE}: ${error}`);
    await wait(POLL_MS);
  }
}
