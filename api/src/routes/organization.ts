import * as contract from '#contract/organization.ts';
import { AvaError } from '#contract/errors.ts';
import type { Mounting } from '#api/http/mount.ts';
import { getAbout, listHelpPages, listReleaseNotes, loadingMessages } from '#api/organization/pages.ts';
import type { Health } from '#api/organization/health.ts';
import type { AppContext } from '#api/context.ts';

export function mountOrganization(
  { call, bytes, open }: Mounting,
  { organizations }: AppContext,
  readHealth: Health['read'],
): void {
  call(contract.getConfig, async (_input, { tenantId }) => {
    const { organization, hash } = organizations.getCurrent(tenantId);
    return { message: organization, version: hash };
  });
  call(contract.getConfigVersion, async (_input, { tenantId }) => ({
    version: organizations.getCurrent(tenantId).hash,
  }));
  bytes(contract.getSampleFile, async ({ name }) => {
    const body = organizations.getSampleFiles().get(name);
    if (!body) throw new AvaError('not_found');
    return { type: 'application/octet-stream', name, body };
  });
  call(contract.getAbout, ({ type }) => getAbout(type));
  call(contract.getReleaseNotes, async ({ type }, { tenantId }) => ({
    releaseNotes: await listReleaseNotes(type, organizations.get(tenantId).features),
  }));
  open(contract.getHelp, async () => ({ pages: await listHelpPages(organizations.getHome()) }));
  open(contract.getLoadingMessages, async () => ({ messages: [...loadingMessages] }));
  open(contract.getHealth, readHealth);
}
