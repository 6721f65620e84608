import { z } from 'zod';
import { asJson, endpoint } from './endpoint.ts';
import type { Mode } from './settings.ts';

export const modalities = ['chat_completion', 'stream_completion', 'image_input', 'embedding'] as const;
export const Modality = z.enum(modalities);
const Modalities = z.array(Modality).max(modalities.length);

export const Model = z.object({
  model_alias: z.string(),
  model_name: z.string(),
  deployment_name: z.string(),
  label: z.string(),
  description: z.string(),
  short_description: z.string(),
  modalities: z.array(Modality),
  context_window: z.number().int(),
  max_output_tokens: z.number().int(),
  model_context_window: z.number().int(),
  model_max_tokens: z.number().int(),
  temperature: z.number(),
  top_p: z.number(),
  data_cutoff_datestring: z.string(),
});
export type Model = z.infer<typeof Model>;

export const getModels = endpoint({
  method: 'GET',
  path: '/models',
  summary: 'The language models that a person can choose',
  reply: z.object({ models: z.array(Model) }),
});

export const getConfiguredModels = endpoint({
  method: 'POST',
  path: '/uli/configured_model_details',
  summary: 'The models with all requested modalities',
  query: z.object({ modalities: z.union([modalityList(), asJson(Modalities)]).default([]) }),
  reply: z.object({ models: z.array(Model) }),
});

/** The specification writes the list without quotes: `[chat_completion]`. */
function modalityList() {
  return z
    .string()
    .max(400)
    .regex(/^\[\s*(?:\w+(?:\s*,\s*\w+)*\s*)?\]$/)
    .transform((text) =>
      text
        .slice(1, -1)
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    )
    .pipe(Modalities);
}

/** The order of the model list: names containing Recommended first, otherwise as the organization lists them. */
export function orderModels(models: readonly Model[]): Model[] {
  const rank = (model: Model) =>
    model.label.includes('Recommended') || model.model_name.includes('Recommended') ? 0 : 1;
  return models.toSorted((a, b) => rank(a) - rank(b));
}

/** The displayed label of a model; GPT-4.1 has a warning. */
export function modelLabel(model: Model): string {
  return /^gpt-4\.1(?!\d)/i.test(model.label) ? `${model.label} (Beta - possible inconsistent messages)` : model.label;
}

export function isEmbeddingModel(model: Model): boolean {
  return model.modalities.includes('embedding') && !model.modalities.includes('chat_completion');
}

/** Models that a mode offers, recommended ones first. Chat needs chat completion; the other modes hide embedding models. */
export function getOfferedModels(mode: Mode, models: readonly Model[]): Model[] {
  const offered = models.filter((model) =>
    mode === 'chat' ? model.modalities.includes('chat_completion') : !isEmbeddingModel(model),
  );
  return orderModels(offered);
}

/**
 * Returns the model of a setting, else the first one offered. Chat names a model by its alias, the other modes by any
 * of its names (see docs/product.md, Models and settings).
 */
export function findModel(mode: Mode, name: string, models: readonly Model[]): Model | null {
  const offered = getOfferedModels(mode, models);
  const named = offered.find((model) =>
    mode === 'chat'
      ? model.model_alias === name
      : [model.model_name, model.model_alias, model.deployment_name].includes(name),
  );
  return named ?? offered[0] ?? null;
}

/** Name under which a mode's setting stores a model. */
export function getModelSettingName(mode: Mode, model: Model): string {
  return mode === 'chat' ? model.model_alias : model.model_name;
}
