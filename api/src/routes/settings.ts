import { getSettings, saveSettings as save } from '../../contract/settings.ts';
import type { Mounting } from '../http/mount.ts';
import { readSettings, saveSettings } from '../settings/settings.ts';
import type { AppContext } from '../context.ts';

export function mountSettings({ call }: Mounting, ctx: AppContext): void {
  call(getSettings, async (_, person) => ({ settings: await readSettings(ctx, person) }));
  call(save, async ({ settings }, person) => ({ settings: await saveSettings(ctx, person, settings) }));
}
