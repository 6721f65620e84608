import type { Client } from '../../../api/contract/client.ts';
import type { JobStatus } from '../../../api/contract/runs.ts';
import { getSiteFiles, startEmbedding, type CandidateFile } from '../../../api/contract/corpusFiles.ts';
import { createSite, getSiteCandidates, getSiteLibraries, type Site } from '../../../api/contract/sites.ts';
import { eventually } from '../eventually.ts';
import { settled, type SiteThings } from './personData.ts';

/** What a person says of a corpus when they make it. */
export interface CorpusWish {
  description?: string;
  prompt?: string;
  library?: string;
}

/** Makes a corpus as the tab does: chooses the site among the person's own, then its library. */
export async function makeCorpus(
  owner: Client,
  siteName: string,
  { library = 'Documents', ...wish }: CorpusWish = {},
): Promise<Site> {
  const { value } = await owner.call(getSiteCandidates, {});
  const site = value.find(({ displayName }) => displayName === siteName);
  if (!site) throw new Error(`${siteName} is not among the sites that could become a corpus.`);
  const libraries = (await owner.call(getSiteLibraries, { site_id: site.id })).value;
  const chosen = libraries.find(({ name }) => name === library);
  if (!chosen) throw new Error(`${siteName} has no library called ${library}.`);
  return owner.call(createSite, {
    site_id: site.id,
    site_name: site.displayName,
    site_link: site.webUrl,
    corpus_config: { document_library_name: chosen.name, document_library_id: chosen.id, list_name: '', list_id: '' },
    corpus_desc: wish.description ?? '',
    corpus_prompt: wish.prompt ?? '',
  });
}

/** All files of a corpus's library that could take part, once the crawl is complete. */
export function crawled(
  person: Client,
  siteId: string,
  ask: { include_embedded?: boolean; reload?: boolean } = {},
): Promise<CandidateFile[]> {
  let reload = ask.reload ?? false;
  return eventually(
    async () => {
      const { files, crawl } = await person.call(getSiteFiles, { site_id: siteId, limit: 1_000, ...ask, reload });
      reload = false;
      if (crawl.state !== 'complete') throw new Error(`The crawl is ${crawl.state}: ${crawl.error}`);
      return files;
    },
    { withinMs: 30_000, everyMs: 200 },
  );
}

/** Asks for a file to be added; gives the job. */
export async function startAdding(
  person: Client,
  { SiteId, SiteLink }: Site,
  file: Pick<CandidateFile, 'id' | 'name' | 'webUrl'>,
): Promise<string> {
  const named = { datasourceId: file.id, datasourceName: file.name, siteLink: SiteLink, fileLink: file.webUrl };
  const { job_id } = await person.call(startEmbedding, {
    ...named,
    siteId: SiteId,
    parentLibraryName: 'Documents',
    documentLibraryId: '',
  });
  return job_id;
}

/** Adds files one after the other and waits for each; gives how each ended, by name. */
export async function addFiles(
  person: Client,
  site: Site,
  files: readonly Pick<CandidateFile, 'id' | 'name' | 'webUrl'>[],
): Promise<Map<string, JobStatus>> {
  const jobs = await Promise.all(
    files.map(async (file): Promise<[string, string]> => [file.name, await startAdding(person, site, file)]),
  );
  const ended = jobs.map(async ([name, job]): Promise<[string, JobStatus]> => [
    name,
    await settled(person, job, 120_000),
  ]);
  return new Map(await Promise.all(ended));
}

/** Makes Finance a corpus of two small files; gives their ids. */
export async function makeFinance(owner: Client): Promise<{ kept: SiteThings; spare: SiteThings }> {
  const site = await makeCorpus(owner, 'Finance');
  const bySize = (await crawled(owner, site.SiteId)).toSorted((one, other) => one.size - other.size);
  const [first, second] = bySize;
  if (!first || !second) throw new Error('Finance has too few files.');
  await addFiles(owner, site, [first, second]);
  return { kept: { siteId: site.SiteId, itemId: first.id }, spare: { siteId: site.SiteId, itemId: second.id } };
}
