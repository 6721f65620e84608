import { isEmbeddingModel, orderModels, type Model } from '../../../../api/contract/models.ts';
import type { Mode } from '../../../../api/contract/settings.ts';

/** The models a mode offers, recommended ones first. Chat answers with completions; the others hide embedders. */
export function offeredModels(mode: Mode, models: readonly Model[]): Model[] {
  const offered = models.filter((model) =>
    mode === 'chat' ? model.modalities.includes('chat_completion') : !isEmbeddingModel(model),
  );
  return orderModels(offered);
}

/**
 * The model that a mode's setting names; when the organization no longer offers it, the first that it does offer.
 * Chat names a model by its alias, the other modes by any of its names (specification, section 5).
 */
export function modelNamed(mode: Mode, name: string, models: readonly Model[]): Model | null {
  const offered = offeredModels(mode, models);
  const named = offered.find((model) =>
    mode === 'chat'
      ? model.model_alias === name
      : [model.model_name, model.model_alias, model.deployment_name].includes(name),
  );
  return named ?? offered[0] ?? null;
}

/** The name under which a mode's setting keeps a model. */
export function settingName(mode: Mode, model: Model): string {
  return mode === 'chat' ? model.model_alias : model.model_name;
}
