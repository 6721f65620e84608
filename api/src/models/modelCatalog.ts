import type OpenAI from 'openai';
import { z } from 'zod';
import { AvaError } from '../../contract/errors.ts';
import {
  DEFAULT_CONTEXT_WINDOW,
  DEFAULT_MAX_OUTPUT_TOKENS,
  DEFAULT_TEMPERATURE,
  DEFAULT_TOP_P,
} from '../../contract/limits.ts';
import { modalities, type Model } from '../../contract/models.ts';

/** How long a list that the model server gave is believed. */
const FRESH_MS = 300_000;

/**
 * What is said of one model, in MODELS_FILE or by a model server that says more than an id. What is left out has the
 * specification's defaults; abilities are never guessed from a name.
 */
const Described = z.object({
  id: z.string(),
  label: z.string().optional(),
  description: z.string().optional(),
  short_description: z.string().optional(),
  modalities: z.array(z.enum(modalities)).optional(),
  context_window: z.number().int().positive().optional(),
  /** The name that vLLM and its kin give the context window. */
  max_model_len: z.number().int().positive().optional(),
  max_output_tokens: z.number().int().min(0).optional(),
  data_cutoff: z.string().optional(),
});
type Described = z.infer<typeof Described>;

export const ModelsFile = z.array(Described).min(1);
export type ModelsFile = z.infer<typeof ModelsFile>;

function asModel(described: Described): Model {
  const contextWindow = described.context_window ?? described.max_model_len ?? DEFAULT_CONTEXT_WINDOW;
  const maxOutput = described.max_output_tokens ?? DEFAULT_MAX_OUTPUT_TOKENS;
  return {
    model_alias: described.id,
    model_name: described.label ?? described.id,
    deployment_name: described.id,
    label: described.label ?? described.id,
    description: described.description ?? '',
    short_description: described.short_description ?? '',
    modalities: described.modalities ?? ['chat_completion', 'stream_completion'],
    context_window: contextWindow,
    max_output_tokens: maxOutput,
    model_context_window: contextWindow,
    model_max_tokens: maxOutput,
    temperature: DEFAULT_TEMPERATURE,
    top_p: DEFAULT_TOP_P,
    data_cutoff_datestring: described.data_cutoff ?? '',
  };
}

/** The models there are: from MODELS_FILE where it is given, else from the model server itself. */
export function createCatalogue(client: OpenAI, file: ModelsFile | null) {
  let known: { models: Model[]; until: number } | null = null;

  async function ask(): Promise<Model[]> {
    if (file) return file.map(asModel);
    try {
      const listed: Model[] = [];
      for await (const model of client.models.list()) {
        const described = Described.safeParse(model);
        listed.push(asModel(described.success ? described.data : { id: model.id }));
      }
      return listed;
    } catch (cause) {
      // A server that is away for a moment does not take away the models that a person had a moment ago.
      if (known) return known.models;
      throw new AvaError('model_unavailable', { cause });
    }
  }

  async function list(): Promise<Model[]> {
    if (known && known.until > Date.now()) return known.models;
    const models = await ask();
    if (models.length === 0) throw new AvaError('no_models');
    known = { models, until: Date.now() + FRESH_MS };
    return models;
  }

  return {
    list,
    async find(name: string): Promise<Model> {
      const models = await list();
      const model = models.find(
        (one) => one.model_alias === name || one.deployment_name === name || one.model_name === name,
      );
      if (!model?.modalities.includes('chat_completion')) throw new AvaError('unknown_model');
      return model;
    },
  };
}
