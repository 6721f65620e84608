import * as contract from '#contract/settings.ts';
import type { Mounting } from '#api/http/mount.ts';
import { readSettings, saveSettings } from '#api/settings/settings.ts';
import type { AppContext } from '#api/context.ts';

export function mountSettings({ call }: Mounting, ctx: AppContext): void {
  call(contract.getSettings, async (_, person) => ({ settings: await readSettings(ctx, person) }));
  call(contract.saveSettings, async ({ settings }, person) => ({
    settings: await saveSettings(ctx, person, settings),
  }));
}
