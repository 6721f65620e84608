import * as contract from '../../contract/organization.ts';
import type { Mounting } from '../http/mount.ts';
import { getAbout, listHelpPages, listReleaseNotes, loadingMessages } from '../organization/pages.ts';
import type { Health } from '../organization/health.ts';
import type { AppContext } from '../context.ts';

export function mountOrganization(
  { call, open }: Mounting,
  { organization }: AppContext,
  readHealth: Health['read'],
): void {
  call(contract.getConfig, async () => ({ message: organization }));
  call(contract.getAbout, ({ type }) => getAbout(type));
  call(contract.getReleaseNotes, async () => ({ releaseNotes: await listReleaseNotes() }));
  call(contract.getHelp, async () => ({ pages: await listHelpPages(organization) }));
  open(contract.getLoadingMessages, async () => ({ messages: [...loadingMessages] }));
  open(contract.getHealth, readHealth);
}
