import * as contract from '../../contract/organization.ts';
import { AvaError } from '../../contract/errors.ts';
import type { Mounting } from '../http/mount.ts';
import { getAbout, listHelpPages, listReleaseNotes, loadingMessages } from '../organization/pages.ts';
import type { Health } from '../organization/health.ts';
import type { AppContext } from '../context.ts';

export function mountOrganization(
  { call, bytes, open }: Mounting,
  { organization, sampleFiles }: AppContext,
  readHealth: Health['read'],
): void {
  call(contract.getConfig, async () => ({ message: organization }));
  bytes(contract.getSampleFile, async ({ name }) => {
    const body = sampleFiles.get(name);
    if (!body) throw new AvaError('not_found');
    return { type: 'application/octet-stream', name, body };
  });
  call(contract.getAbout, ({ type }) => getAbout(type));
  call(contract.getReleaseNotes, async ({ type }) => ({
    releaseNotes: await listReleaseNotes(type, organization.features),
  }));
  open(contract.getHelp, async () => ({ pages: await listHelpPages(organization) }));
  open(contract.getLoadingMessages, async () => ({ messages: [...loadingMessages] }));
  open(contract.getHealth, readHealth);
}
