import { rmSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createClient, type Client } from '#contract/client.ts';
import { AvaError, isAvaError } from '#contract/errors.ts';
import { getStatus } from '#contract/runs/jobs.ts';
import { getCorpusFileText, startEmbedding, uploadSiteFile } from '#contract/sites/corpusFiles.ts';
import { createSite, getSiteCandidates, getSiteLibraries, type Site } from '#contract/sites/sites.ts';
import { createLog } from '#platform/log.ts';
import { readEnvironment } from '#api/env.ts';
import { startApi } from '#api/startApi.ts';
import { writeOrganizationFolder } from '#sandbox/organizationFolder.ts';
import { trustCertificate } from '#sandbox/server/certificate.ts';
import { findNeededStandIns, startStandIns } from '#sandbox/standIns.ts';

/** A site of the sandbox whose second library is empty, and who owns it. */
const LIBRARY = { site: 'Operations', name: 'Archive', owner: 'ines' };
/** The sandbox's model answers as fast as it can. */
const FAST = { ms: 1, wordsPerDelta: 50 };
const CONCURRENT_FILES = 3;
const POLL_MS = 200;
/**
 * The limits are raised, because the evaluation would otherwise measure only how much one person can ask in a minute.
 */
const NO_LIMIT = '1000000000';

export interface Evaluation {
  /** The person who asks. */
  client: Client;
  /** The variables of the model that answers: the configured one, or that of the sandbox. */
  modelEnv: NodeJS.ProcessEnv;
  close(): Promise<void>;
}

/**
 * Starts the API in this process with an empty store, the configured model and the sandbox's people and sites. Nothing of
 * the installation is read or changed.
 */
export async function startEvaluation(env: NodeJS.ProcessEnv): Promise<Evaluation> {
  const dataDir = await mkdtemp(join(tmpdir(), 'ava-evaluation-'));
  // Ctrl-C ends the process without closing the evaluation.
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  const needed = { identity: true, models: findNeededStandIns(env).models };
  const ports = { teams: 0, identity: 0, graph: 0, models: 0, channel: 0, mcp: 0 };
  const standIns = await startStandIns({ needed, ports, dataDir, apiUrl: 'http://localhost', pace: FAST });
  const closeStandIns = async () => {
    await standIns.close();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    trustCertificate({ cert: await readFile(standIns.env['NODE_EXTRA_CA_CERTS'] ?? '', 'utf8') });
    const modelEnv = { ...env, ...standIns.env };
    const variables = readEnvironment({
      ...modelEnv,
      LOG_LEVEL: env['LOG_LEVEL'] ?? 'error',
      HOST: '127.0.0.1',
      PORT: '0',
      PUBLIC_URL: 'http://localhost',
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      AZURE_STORAGE_CONNECTION_STRING: '',
      MCP_FILE: '',
      ORGANIZATION_FILE: await writeOrganizationFolder(dataDir, { knowledgeSearch: true }),
      RUNS_PER_PERSON: '10000',
      TOKENS_PER_PERSON: NO_LIMIT,
      BYTES_PER_PERSON: NO_LIMIT + '000',
      UPLOAD_BYTES_PER_PERSON: NO_LIMIT + '000',
    });
    const api = await startApi(variables, createLog(variables.logLevel));
    return {
      client: createClient({
        baseUrl: `http://127.0.0.1:${api.port}`,
        token: async () => (await standIns.identity?.mint({ person: LIBRARY.owner })) ?? null,
      }),
      modelEnv,
      close: () => api.close(0).then(closeStandIns),
    };
  } catch (error) {
    await closeStandIns();
    throw error;
  }
}

export interface IndexedFile {
  name: string;
  /** Null for a format without pages. */
  pages: number | null;
}

export interface IndexedCorpus {
  site: Site;
  files: IndexedFile[];
  /** Why files are missing in the index, one sentence each. */
  problems: string[];
}

/** Uploads files to the library, adds them to its corpus, and waits until they are indexed. */
export async function indexFiles(
  client: Client,
  paths: readonly string[],
  onFile: (done: number) => void,
): Promise<IndexedCorpus> {
  const site = await createCorpus(client);
  const corpus: IndexedCorpus = { site, files: [], problems: [] };
  const queue = [...paths];
  const indexNext = async (): Promise<void> => {
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
      const name = basename(path);
      await indexFile(client, site, path)
        .then((pages) => corpus.files.push({ name, pages }))
        .catch((error: unknown) => {
          if (!isAvaError(error)) throw error;
          corpus.problems.push(`${name} is not in the index: ${error.detail}`);
        });
      onFile(paths.length - queue.length);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_FILES }, indexNext));
  return corpus;
}

async function createCorpus(client: Client): Promise<Site> {
  const site = (await client.call(getSiteCandidates, {})).value.find(({ displayName }) => displayName === LIBRARY.site);
  const libraries = site ? (await client.call(getSiteLibraries, { site_id: site.id })).value : [];
  const library = libraries.find(({ name }) => name === LIBRARY.name);
  if (!site || !library) throw new Error(`The sandbox has no library ${LIBRARY.name} in ${LIBRARY.site}.`);
  return client.call(createSite, {
    site_id: site.id,
    site_name: site.displayName,
    site_link: site.webUrl,
    corpus_config: { document_library_name: library.name, document_library_id: library.id, list_name: '', list_id: '' },
  });
}

/** Returns the number of pages. Throws `AvaError` with the reason if the file can't be added. */
async function indexFile(client: Client, { SiteId: site_id, SiteLink }: Site, path: string): Promise<number | null> {
  const file = new File([new Uint8Array(await readFile(path))], basename(path));
  const { datasource_id, name, link } = await client.upload(uploadSiteFile, { site_id }, file);
  const { job_id: jobId } = await client.call(startEmbedding, {
    datasourceId: datasource_id,
    datasourceName: name,
    siteLink: SiteLink,
    fileLink: link,
    siteId: site_id,
  });
  for (;;) {
    const { status, error } = await client.call(getStatus, { jobId });
    if (status === 'FAILURE') throw new AvaError('unreadable_file', { detail: error ?? '' });
    if (status === 'COMPLETED') break;
    await wait(POLL_MS);
  }
  const { extraction } = await client.call(getCorpusFileText, { site_id, datasource_id });
  return extraction.pages;
}
