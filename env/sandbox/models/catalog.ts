type Modality = 'chat_completion' | 'stream_completion' | 'image_input' | 'embedding';

/** A model in `GET /v1/models`: OpenAI's four fields and optional ones that AVA reads. */
export type CatalogModel = {
  id: string;
  object: 'model';
  /** Seconds since 1970. */
  created: number;
  owned_by: string;
  label: string;
  description: string;
  short_description: string;
  modalities: Modality[];
  /** Tokens of prompt and answer together. */
  context_window: number;
  max_output_tokens: number;
  /** ISO date; that of the real model with this id. */
  data_cutoff: string;
  recommended?: boolean;
};

const LABEL = 'Sandbox model (quotes your text)';
/** Shown in the list of models, so that people know how to connect a model that writes answers. */
const DESCRIPTION =
  'Finds and quotes sentences in the text that you give it; it knows nothing else. To connect a real model, set ' +
  'OPENAI_BASE_URL and OPENAI_API_KEY in env/.env.local and run npm start again (docs/configuration.md).';

const chat = {
  object: 'model',
  owned_by: 'sandbox',
  description: DESCRIPTION,
  short_description: 'Quotes your text. For a real model set OPENAI_BASE_URL and OPENAI_API_KEY.',
} as const;

/** Maximum dimensions of a vector. */
export const EMBEDDING_DIMENSIONS = 1536;
/** Maximum tokens of a text to embed. */
export const EMBEDDING_WINDOW = 8192;

/** The model that sends thoughts before each answer. A scenario can replace its thoughts. */
export const REASONING_MODEL = 'o4-mini';

/** All chat models are the same program; their ids are those that AVA's settings name by default. */
export const models: readonly CatalogModel[] = [
  {
    ...chat,
    id: 'gpt-4.1-foundry-2025-04-14',
    created: Date.UTC(2025, 3, 14) / 1000,
    label: `${LABEL} – Recommended`,
    modalities: ['chat_completion', 'stream_completion', 'image_input'],
    context_window: 1_047_576,
    max_output_tokens: 32_768,
    data_cutoff: '2024-06-01',
    recommended: true,
  },
  {
    ...chat,
    id: 'GPT-4o-2024-11-20-WUS3',
    created: Date.UTC(2024, 10, 20) / 1000,
    label: `${LABEL}, 128K`,
    modalities: ['chat_completion', 'stream_completion', 'image_input'],
    context_window: 128_000,
    max_output_tokens: 16_384,
    data_cutoff: '2023-10-01',
  },
  {
    ...chat,
    id: REASONING_MODEL,
    created: Date.UTC(2025, 3, 16) / 1000,
    label: `${LABEL}, thinks first, without images`,
    modalities: ['chat_completion', 'stream_completion'],
    context_window: 200_000,
    max_output_tokens: 100_000,
    data_cutoff: '2024-06-01',
  },
  {
    object: 'model',
    owned_by: 'sandbox',
    id: 'text-embedding-lexical',
    created: Date.UTC(2026, 10, 1) / 1000,
    label: 'Lexical embedder',
    description:
      "The sandbox's embedder: hashed word stems, word pairs and letter groups, without weights. " +
      'It finds texts that share words or spellings, not texts that share only meaning.',
    short_description: 'Lexical embedder without weights',
    modalities: ['embedding'],
    context_window: EMBEDDING_WINDOW,
    max_output_tokens: 0,
    data_cutoff: '2026-11-01',
  },
];

/** Ids are case-sensitive, as in OpenAI's service. */
export function findModel(id: string): CatalogModel | undefined {
  return models.find((model) => model.id === id);
}
