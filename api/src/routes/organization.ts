import * as contract from '../../contract/organization.ts';
import type { Mounting } from '../http/mount.ts';
import { about, helpPages, loadingMessages, releaseNotes } from '../organization/pages.ts';
import type { Health } from '../organization/health.ts';
import type { AppContext } from '../context.ts';

export function mountOrganization({ call, open }: Mounting, { organization }: AppContext, health: Health): void {
  call(contract.getConfig, async () => ({ message: organization }));
  call(contract.getAbout, ({ type }) => about(type));
  call(contract.getReleaseNotes, async () => ({ releaseNotes: await releaseNotes() }));
  call(contract.getHelp, async () => ({ pages: await helpPages(organization) }));
  open(contract.getLoadingMessages, async () => ({ messages: [...loadingMessages] }));
  open(contract.getHealth, health);
}
