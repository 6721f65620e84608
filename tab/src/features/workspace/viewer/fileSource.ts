import { Id } from '../../../../../api/contract/endpoint.ts';
import { getCorpusFileBytes, getCorpusFileText } from '../../../../../api/contract/corpusFiles.ts';
import { getFileBytes, getFileText } from '../../../../../api/contract/files.ts';
import type { Extraction } from '../../../../../api/contract/locations.ts';
import { api } from '../../../api.ts';
import { chats } from '../../chat/chat.state.ts';
import { searches, getSelectedSiteId } from '../../knowledge/siteSelection.state.ts';
import { loadSites } from '../../knowledge/sites/sites.actions.ts';
import { normalizeSiteId } from '../../knowledge/sites/sites.rules.ts';
import { sites } from '../../knowledge/sites/sites.state.ts';
import type { ViewerTarget } from '../workspace.state.ts';

/** Where a file's text and bytes come from. The server asks each time whether the person may still read it. */
export interface Source {
  text(): Promise<Extraction>;
  bytes(): Promise<Blob>;
}

/** A file of the person's own goes by an id of AVA's; one of a corpus by its id in its library. */
export async function sourceOf(target: ViewerTarget): Promise<Source> {
  if (Id.safeParse(target.fileId).success && !target.site) return ownFile(target.fileId);
  return corpusFile(await siteOf(target.site), target.fileId);
}

function ownFile(fileId: string): Source {
  return {
    text: async () => (await api.call(getFileText, { file_id: fileId })).extraction,
    bytes: () => api.bytes(getFileBytes, { file_id: fileId }),
  };
}

function corpusFile(siteId: string, fileId: string): Source {
  const ask = { site_id: siteId, datasource_id: fileId };
  return {
    text: async () => (await api.call(getCorpusFileText, ask)).extraction,
    bytes: () => api.bytes(getCorpusFileBytes, ask),
  };
}

/** A citation names its site as a person reads it; without a name it is the site that the open search asks. */
async function siteOf(named: string | undefined): Promise<string> {
  if (sites.list.name === 'idle') await loadSites();
  const known = sites.accessible.find(
    ({ SiteId, SiteName }) => SiteId === normalizeSiteId(named ?? '') || SiteName === named,
  );
  return known?.SiteId ?? getSelectedSiteId(searches[chats.openId ?? '']) ?? normalizeSiteId(named ?? '');
}
