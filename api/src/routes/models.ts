import { getConfiguredModels, getModels } from '#contract/models.ts';
import type { Mounting } from '#api/http/mount.ts';
import type { AppContext } from '#api/context.ts';

export function mountModels({ call }: Mounting, { models }: AppContext): void {
  call(getModels, async () => ({ models: await models.list() }));
  call(getConfiguredModels, async ({ modalities }) => ({
    models: (await models.list()).filter((model) =>
      modalities.every((modality) => model.modalities.includes(modality)),
    ),
  }));
}
