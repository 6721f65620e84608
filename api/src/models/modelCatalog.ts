import type OpenAI from 'openai';
import { z } from 'zod';
import { AvaError } from '#contract/errors.ts';
import {
  DEFAULT_CONTEXT_WINDOW,
  DEFAULT_MAX_OUTPUT_TOKENS,
  DEFAULT_TEMPERATURE,
  DEFAULT_TOP_P,
} from '#contract/limits.ts';
import { modalities, type Model } from '#contract/models.ts';

/** How long the model server's list is cached. */
const CACHED_MS = 300_000;
const LIST_RETRIES = 2;

/** The longest wait for the headers of a response that Node allows is 300 s. */
const MAX_FIRST_TOKEN_S = 290;

/** What a model's server accepts and how it behaves. This part of a description is not sent to clients of AVA. */
const ModelParameters = z.object({
  /** Parameters that are never sent, such as `temperature`. */
  without_parameters: z.array(z.string().min(1).max(64)).optional(),
  /** Parameters that are sent with this value each time, whatever a person chooses. */
  fixed_parameters: z.record(z.string(), z.unknown()).optional(),
  reasoning_effort: z.string().min(1).max(32).optional(),
  /** Seconds until the first token, for models that think before it. */
  first_token_seconds: z.number().positive().max(MAX_FIRST_TOKEN_S).optional(),
  /**
   * How thoughts in the text of an answer begin: with a tag, or with the template of the model, so that only `</think>`
   * arrives. If it is missing, AVA learns it from the model's first answer.
   */
  thoughts: z.enum(['none', 'tagged', 'untagged']).optional(),
});
export type ModelParameters = z.infer<typeof ModelParameters>;

/** What MODELS_FILE says about a model, and what AVA has learned since the process started. */
export interface DescribedParameters {
  described: ModelParameters;
  learned: ModelParameters;
}

/**
 * One model in MODELS_FILE, or in the list of a model server that returns more than ids. Missing fields have the
 * specification's defaults.
 */
const ModelDescription = z.object({
  /** The name of the deployment. */
  id: z.string(),
  /** The name under which Chat stores the model, so that a chat keeps its model when the deployment is replaced. */
  alias: z.string().min(1).optional(),
  label: z.string().optional(),
  description: z.string().optional(),
  short_description: z.string().optional(),
  modalities: z.array(z.enum(modalities)).optional(),
  context_window: z.number().int().positive().optional(),
  /** The name that vLLM and similar servers use for the context window. */
  max_model_len: z.number().int().positive().optional(),
  max_output_tokens: z.number().int().min(0).optional(),
  data_cutoff: z.string().optional(),
  /** The model's own temperature, unless a person chooses another, and its own top_p. */
  temperature: z.number().min(0).max(2).optional(),
  top_p: z.number().min(0).max(1).optional(),
  ...ModelParameters.shape,
  /** How Azure OpenAI and similar servers describe a model. */
  capabilities: z.object({ chat_completion: z.boolean().optional(), embeddings: z.boolean().optional() }).optional(),
});
type ModelDescription = z.infer<typeof ModelDescription>;

export const ModelsFile = z.array(ModelDescription).min(1);
export type ModelsFile = z.infer<typeof ModelsFile>;

/**
 * A server without model descriptions lists embedding models among the others. They are recognized by EMBEDDING_MODEL
 * and by their names (docs/product.md, Models and settings).
 */
function isUndescribedEmbeddingModel(id: string, embeddingModel: string | undefined): boolean {
  return id === embeddingModel || /embed/i.test(id);
}

function toModalities(model: ModelDescription, embeddingModel: string | undefined): Model['modalities'] {
  if (model.modalities) return model.modalities;
  const { chat_completion: chats, embeddings: embeds } = model.capabilities ?? {};
  if (embeds && !chats) return ['embedding'];
  if (!chats && isUndescribedEmbeddingModel(model.id, embeddingModel)) return ['embedding'];
  return ['chat_completion', 'stream_completion'];
}

function toModel(model: ModelDescription, embeddingModel: string | undefined): Model {
  const contextWindow = model.context_window ?? model.max_model_len ?? DEFAULT_CONTEXT_WINDOW;
  const maxOutput = model.max_output_tokens ?? DEFAULT_MAX_OUTPUT_TOKENS;
  return {
    model_alias: model.alias ?? model.id,
    model_name: model.label ?? model.id,
    deployment_name: model.id,
    label: model.label ?? model.id,
    description: model.description ?? '',
    short_description: model.short_description ?? '',
    modalities: toModalities(model, embeddingModel),
    context_window: contextWindow,
    max_output_tokens: maxOutput,
    model_context_window: contextWindow,
    model_max_tokens: maxOutput,
    temperature: model.temperature ?? DEFAULT_TEMPERATURE,
    top_p: model.top_p ?? DEFAULT_TOP_P,
    data_cutoff_datestring: model.data_cutoff ?? '',
  };
}

/**
 * The available models: from MODELS_FILE if it is set, otherwise from the model server.
 * @param embeddingModel EMBEDDING_MODEL, if it is set
 */
export function createModelCatalog(
  client: Pick<OpenAI, 'models'>,
  file: ModelsFile | null,
  embeddingModel?: string | undefined,
) {
  let cache: { models: Model[]; expiresAt: number } | null = null;
  const temperatures = new Map<string, number>();

  function toDescribedModel(model: ModelDescription): Model {
    if (model.temperature !== undefined) temperatures.set(model.id, model.temperature);
    return toModel(model, embeddingModel);
  }

  async function load(): Promise<Model[]> {
    if (file) return file.map(toDescribedModel);
    try {
      const models: Model[] = [];
      for await (const entry of client.models.list({ maxRetries: LIST_RETRIES })) {
        const description = ModelDescription.safeParse(entry);
        models.push(toDescribedModel(description.success ? description.data : { id: entry.id }));
      }
      return models;
    } catch (cause) {
      // While the server is down, the last list remains valid.
      if (cache) return cache.models;
      throw new AvaError('model_unavailable', { cause });
    }
  }

  async function list(): Promise<Model[]> {
    if (cache && cache.expiresAt > Date.now()) return cache.models;
    const models = await load();
    if (models.length === 0) throw new AvaError('no_models');
    cache = { models, expiresAt: Date.now() + CACHED_MS };
    return models;
  }

  const described = new Map(file?.map((model) => [model.id, model]));

  return {
    list,
    /**
     * The parameters of a deployment in MODELS_FILE. Those in a model server's own list are ignored, because it is not
     * trusted.
     */
    getParameters: (deployment: string): ModelParameters => described.get(deployment) ?? {},
    /** The temperature that a model is described with; undefined if nobody has described one. */
    getTemperature: ({ deployment_name }: Model): number | undefined => temperatures.get(deployment_name),
    async find(name: string): Promise<Model> {
      const model = (await list()).find(({ model_alias, deployment_name, model_name }) =>
        [model_alias, deployment_name, model_name].includes(name),
      );
      if (!model?.modalities.includes('chat_completion')) throw new AvaError('unknown_model');
      return model;
    },
  };
}
