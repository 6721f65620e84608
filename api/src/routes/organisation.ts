import * as contract from '../../contract/organisation.ts';
import type { Mounting } from '../http/mount.ts';
import { about, helpPages, loadingMessages, releaseNotes } from '../organisation/pages.ts';
import type { Health } from '../organisation/health.ts';
import type { World } from '../world.ts';

export function mountOrganisation({ call, open }: Mounting, { organisation }: World, health: Health): void {
  call(contract.getConfig, async () => ({ message: organisation }));
  call(contract.getAbout, ({ type }) => about(type));
  call(contract.getReleaseNotes, async () => ({ releaseNotes: await releaseNotes() }));
  call(contract.getHelp, async () => ({ pages: await helpPages(organisation) }));
  open(contract.getLoadingMessages, async () => ({ messages: [...loadingMessages] }));
  open(contract.getHealth, health);
}
