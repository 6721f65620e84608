import * as contract from '#contract/files/sources.ts';
import type { Mounting } from '#api/http/mount.ts';
import { createUploadLimit } from '#api/policies/personLimits.ts';
import { attachMessage } from '#api/sources/attachMessage.ts';
import {
  listFolder,
  listRecentFiles,
  listSourceLibraries,
  listSourceSites,
  searchSource,
} from '#api/sources/listSources.ts';
import type { AppContext } from '#api/context.ts';

export function mountSources({ call }: Mounting, ctx: AppContext): void {
  const limitDownloads = createUploadLimit();
  call(contract.searchSource, async ({ source, text }, person) => ({
    entries: await searchSource(ctx, person, source, text),
  }));
  call(contract.getRecentFiles, async (_, person) => ({ entries: await listRecentFiles(ctx, person) }));
  call(contract.browseDrive, ({ drive_id, folder_id }, person) =>
    listFolder(ctx, person, drive_id ?? null, folder_id ?? null),
  );
  call(contract.getSourceSites, async ({ search }, person) => ({ sites: await listSourceSites(ctx, person, search) }));
  call(contract.getSourceLibraries, async ({ site_id }, person) => ({
    libraries: await listSourceLibraries(ctx, person, site_id),
  }));
  call(contract.attachMessage, (message, person) => limitDownloads(person, () => attachMessage(ctx, person, message)));
}
