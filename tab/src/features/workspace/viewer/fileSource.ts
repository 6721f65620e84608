import type { CallOptions, FilePart } from '#contract/client.ts';
import { Id } from '#contract/endpoint.ts';
import { getCorpusFileBytes, getCorpusFileLink, getCorpusFileText } from '#contract/sites/corpusFiles.ts';
import { waitForExtraction } from '#tab/features/files/upload/extraction.ts';
import { startFromSource } from '#tab/features/files/sources/startFromSource.ts';
import { getFileBytes, getFileText } from '#contract/files/files.ts';
import type { Extraction } from '#contract/files/locations.ts';
import { api } from '#tab/api.ts';
import { chats } from '#tab/features/chat/chat.state.ts';
import { searches, getSelectedSiteId } from '#tab/features/knowledge/siteSelection.state.ts';
import { loadSites } from '#tab/features/knowledge/sites/sites.actions.ts';
import { normalizeSiteId } from '#tab/features/knowledge/sites/sites.rules.ts';
import { sites } from '#tab/features/knowledge/sites/sites.state.ts';
import type { PartialFile, ViewerTarget } from '#tab/features/workspace/workspace.state.ts';

/** Number of bytes that are loaded at once, enough for most documents. */
const FIRST_PART_BYTES = 1_048_576;

/** Loads a file's text and bytes. The server checks each time whether the person can still read it. */
export interface FileSource {
  text(): Promise<Extraction>;
  bytes(): Promise<Blob>;
  /** The file's first bytes; the others are loaded when they are needed. */
  parts(): Promise<PartialFile>;
  /** The file's address in Microsoft 365; null for the person's own upload. */
  webUrl(): Promise<string | null>;
}

/**
 * The person's own file has a UUID from AVA, a corpus file the id that it has in its library, another file of Microsoft
 * 365 its address in Graph.
 */
export async function getFileSource(
  target: Pick<ViewerTarget, 'fileId' | 'site'> & { fileName?: string },
): Promise<FileSource> {
  if (Id.safeParse(target.fileId).success && !target.site) return createOwnFileSource(target.fileId);
  if (/^https?:/.test(target.fileId)) return createGraphFileSource(target.fileId, target.fileName ?? '');
  return createCorpusFileSource(await findSiteId(target.site), target.fileId);
}

function createOwnFileSource(fileId: string): FileSource {
  return {
    text: async () => (await api.call(getFileText, { file_id: fileId })).extraction,
    bytes: () => api.bytes(getFileBytes, { file_id: fileId }),
    parts: () => openParts((range, options) => api.part(getFileBytes, { file_id: fileId }, range, options)),
    webUrl: async () => null,
  };
}

/** The server reads the file with the person's own rights and stores it, as if the person had added it to a message. */
async function createGraphFileSource(url: string, name: string): Promise<FileSource> {
  const { signal } = new AbortController();
  const jobId = await startFromSource({ kind: 'file', url }, name, signal);
  const { fileId } = await waitForExtraction(jobId, signal, () => undefined);
  return createOwnFileSource(fileId);
}

function createCorpusFileSource(siteId: string, fileId: string): FileSource {
  const ask = { site_id: siteId, datasource_id: fileId };
  return {
    text: async () => (await api.call(getCorpusFileText, ask)).extraction,
    bytes: () => api.bytes(getCorpusFileBytes, ask),
    parts: () => openParts((range, options) => api.part(getCorpusFileBytes, ask, range, options)),
    webUrl: async () => (await api.call(getCorpusFileLink, ask)).webUrl,
  };
}

type LoadPart = (range: { start: number; end: number }, options?: CallOptions) => Promise<FilePart>;

async function openParts(loadPart: LoadPart): Promise<PartialFile> {
  return {
    start: await loadPart({ start: 0, end: FIRST_PART_BYTES }),
    load: async (start, end, signal) => (await loadPart({ start, end }, { signal })).bytes,
  };
}

/** Finds a site by its id or display name. If none matches, returns the selected site of the open search. */
async function findSiteId(named: string | undefined): Promise<string> {
  if (sites.list.name === 'idle') await loadSites();
  const site = sites.accessible.find(
    ({ SiteId, SiteName }) => SiteId === normalizeSiteId(named ?? '') || SiteName === named,
  );
  return site?.SiteId ?? getSelectedSiteId(searches[chats.openId ?? '']) ?? normalizeSiteId(named ?? '');
}
