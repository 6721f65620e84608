import { getSettings, saveSettings as save } from '../../contract/settings.ts';
import type { Mounting } from '../http/mount.ts';
import { readSettings, saveSettings } from '../settings/settings.ts';
import type { World } from '../world.ts';

export function mountSettings({ call }: Mounting, world: World): void {
  call(getSettings, async (_, person) => ({ settings: await readSettings(world, person) }));
  call(save, async ({ settings }, person) => ({ settings: await saveSettings(world, person, settings) }));
}
