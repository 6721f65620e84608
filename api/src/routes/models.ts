import { getConfiguredModels, getModels } from '../../contract/models.ts';
import type { Mounting } from '../http/mount.ts';
import type { World } from '../world.ts';

export function mountModels({ call }: Mounting, { models }: World): void {
  call(getModels, async () => ({ models: await models.list() }));
  call(getConfiguredModels, async ({ modalities }) => ({
    models: (await models.list()).filter((model) => modalities.every((wanted) => model.modalities.includes(wanted))),
  }));
}
