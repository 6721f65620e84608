import { getConfiguredModels, isEmbeddingModel, Model, modelLabel, orderModels } from './models.ts';

function model(label: string, given: Partial<Model> = {}): Model {
  return Model.parse({
    model_alias: label,
    model_name: label.toLowerCase(),
    deployment_name: label,
    label,
    description: '',
    short_description: '',
    modalities: ['chat_completion', 'stream_completion'],
    context_window: 128_000,
    max_output_tokens: 4_000,
    model_context_window: 128_000,
    model_max_tokens: 4_000,
    temperature: 0.5,
    top_p: 0.9,
    data_cutoff_datestring: '',
    ...given,
  });
}

it('lists what is recommended first and leaves the organization’s order otherwise', () => {
  const models = [model('C'), model('B (Recommended)'), model('A'), model('D', { model_name: 'd Recommended' })];
  expect(orderModels(models).map(({ label }) => label)).toEqual(['B (Recommended)', 'D', 'C', 'A']);
  expect(models[0]?.label).toBe('C');
  expect(orderModels([])).toEqual([]);
});

it.each([
  ['GPT-4.1', 'GPT-4.1 (Beta - possible inconsistent messages)'],
  ['gpt-4.1-foundry', 'gpt-4.1-foundry (Beta - possible inconsistent messages)'],
  ['GPT-4.1 (Recommended)', 'GPT-4.1 (Recommended) (Beta - possible inconsistent messages)'],
  ['GPT-4.10', 'GPT-4.10'],
  ['GPT-4o', 'GPT-4o'],
  ['My GPT-4.1', 'My GPT-4.1'],
])('labels %s as %s', (label, shown) => {
  expect(modelLabel(model(label))).toBe(shown);
});

it('knows a model that only embeds', () => {
  expect(isEmbeddingModel(model('e', { modalities: ['embedding'] }))).toBe(true);
  expect(isEmbeddingModel(model('both', { modalities: ['embedding', 'chat_completion'] }))).toBe(false);
  expect(isEmbeddingModel(model('chat'))).toBe(false);
});

it.each([
  ['[chat_completion]', ['chat_completion']],
  ['[ chat_completion , image_input ]', ['chat_completion', 'image_input']],
  ['["chat_completion","embedding"]', ['chat_completion', 'embedding']],
  ['[]', []],
  [undefined, []],
])('reads the modalities %s as the specification writes them, and as JSON', (text, modalities) => {
  expect(getConfiguredModels.query.parse({ modalities: text })).toEqual({ modalities });
});

it.each(['[telepathy]', 'chat_completion', '["chat_completion"', '[chat_completion,,]', '{}'])(
  'refuses the modalities %s',
  (modalities) => {
    expect(getConfiguredModels.query.safeParse({ modalities }).success).toBe(false);
  },
);
