import type { Client } from '#contract/client.ts';
import type { JobStatus } from '#contract/runs/jobs.ts';
import { getSiteFiles, startEmbedding, type CandidateFile } from '#contract/sites/corpusFiles.ts';
import { createSite, getSiteCandidates, getSiteLibraries, type Site } from '#contract/sites/sites.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { type CorpusFileIds } from './personData.ts';
import { waitForJob } from './uploads.ts';

export interface CorpusOptions {
  description?: string;
  prompt?: string;
  library?: string;
}

/** Creates a corpus as the tab does: chooses one of the person's sites, then a library or list of the site. */
export async function makeCorpus(
  owner: Client,
  siteName: string,
  { library = 'Documents', description = '', prompt = '' }: CorpusOptions = {},
): Promise<Site> {
  const { value } = await owner.call(getSiteCandidates, {});
  const site = value.find(({ displayName }) => displayName === siteName);
  if (!site) throw new Error(`${siteName} is not a site that can become a corpus.`);
  const libraries = (await owner.call(getSiteLibraries, { site_id: site.id })).value;
  const chosen = libraries.find(({ name }) => name === library);
  if (!chosen) throw new Error(`${siteName} has no library called ${library}.`);
  return owner.call(createSite, {
    site_id: site.id,
    site_name: site.displayName,
    site_link: site.webUrl,
    corpus_config: {
      document_library_name: '',
      document_library_id: '',
      list_name: '',
      list_id: '',
      ...(chosen.kind === 'list'
        ? { list_name: chosen.name, list_id: chosen.id }
        : { document_library_name: chosen.name, document_library_id: chosen.id }),
    },
    corpus_desc: description,
    corpus_prompt: prompt,
  });
}

/** Waits for the end of the crawl and returns the files of the library that can be added to the corpus. */
export function listCrawledFiles(
  person: Client,
  siteId: string,
  options: { include_embedded?: boolean; reload?: boolean } = {},
): Promise<CandidateFile[]> {
  let reload = options.reload ?? false;
  return eventually(
    async () => {
      const { files, crawl } = await person.call(getSiteFiles, { site_id: siteId, limit: 1_000, ...options, reload });
      reload = false;
      if (crawl.state !== 'complete') throw new Error(`The crawl is ${crawl.state}: ${crawl.error}`);
      return files;
    },
    { everyMs: 200 },
  );
}

/** Starts adding a file to a corpus and returns the id of the job. */
export async function startAdding(
  person: Client,
  { SiteId, SiteLink }: Site,
  file: Pick<CandidateFile, 'id' | 'name' | 'webUrl'>,
): Promise<string> {
  const { job_id } = await person.call(startEmbedding, {
    datasourceId: file.id,
    datasourceName: file.name,
    siteLink: SiteLink,
    fileLink: file.webUrl,
    siteId: SiteId,
    parentLibraryName: 'Documents',
    documentLibraryId: '',
  });
  return job_id;
}

/** Adds files, waits for all of them and returns the final status of each by name. */
export async function addFiles(
  person: Client,
  site: Site,
  files: readonly Pick<CandidateFile, 'id' | 'name' | 'webUrl'>[],
): Promise<Map<string, JobStatus>> {
  const jobs = await Promise.all(
    files.map(async (file): Promise<[string, string]> => [file.name, await startAdding(person, site, file)]),
  );
  const statuses = jobs.map(async ([name, job]): Promise<[string, JobStatus]> => [name, await waitForJob(person, job)]);
  return new Map(await Promise.all(statuses));
}

/** Creates a corpus of some files of a site. */
export async function fillCorpus(
  owner: Client,
  siteName: string,
  isWanted: (fileName: string) => boolean,
  prompt = '',
): Promise<Site> {
  const site = await makeCorpus(owner, siteName, { prompt });
  const files = await listCrawledFiles(owner, site.SiteId);
  await addFiles(
    owner,
    site,
    files.filter((file) => isWanted(file.name)),
  );
  return site;
}

/** Creates a corpus of Finance's two smallest files. Tests can delete `spare`. */
export async function makeFinanceCorpus(owner: Client): Promise<{ kept: CorpusFileIds; spare: CorpusFileIds }> {
  const site = await makeCorpus(owner, 'Finance');
  const [first, second] = (await listCrawledFiles(owner, site.SiteId)).toSorted((a, b) => a.size - b.size);
  if (!first || !second) throw new Error('Finance has too few files.');
  await addFiles(owner, site, [first, second]);
  return { kept: { siteId: site.SiteId, itemId: first.id }, spare: { siteId: site.SiteId, itemId: second.id } };
}
