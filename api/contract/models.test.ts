import {
  findModel,
  getConfiguredModels,
  getModelSettingName,
  getOfferedModels,
  isEmbeddingModel,
  Model,
  modelLabel,
  orderModels,
} from './models.ts';

function model(label: string, changes: Partial<Model> = {}): Model {
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
    ...changes,
  });
}

it('lists recommended models first and keeps the organization’s order otherwise', () => {
  const models = [model('C'), model('B (Recommended)'), model('A'), model('D', { model_name: 'd Recommended' })];
  expect(orderModels(models).map(({ label }) => label)).toEqual(['B (Recommended)', 'D', 'C', 'A']);
  expect(models[0]?.label).toBe('C');
  expect(orderModels([])).toEqual([]);
});

/** @shows (Beta - possible inconsistent messages) */
it.each([
  ['GPT-4.1', 'GPT-4.1 (Beta - possible inconsistent messages)'],
  ['gpt-4.1-foundry', 'gpt-4.1-foundry (Beta - possible inconsistent messages)'],
  ['GPT-4.1 (Recommended)', 'GPT-4.1 (Recommended) (Beta - possible inconsistent messages)'],
  ['GPT-4.10', 'GPT-4.10'],
  ['GPT-4o', 'GPT-4o'],
  ['My GPT-4.1', 'My GPT-4.1'],
])('labels %s as %s', (label, expected) => {
  expect(modelLabel(model(label))).toBe(expected);
});

it('recognizes a model that only embeds', () => {
  expect(isEmbeddingModel(model('e', { modalities: ['embedding'] }))).toBe(true);
  expect(isEmbeddingModel(model('both', { modalities: ['embedding', 'chat_completion'] }))).toBe(false);
  expect(isEmbeddingModel(model('chat'))).toBe(false);
});

/** @proves call:getConfiguredModels */
it.each([
  ['[chat_completion]', ['chat_completion']],
  ['[ chat_completion , image_input ]', ['chat_completion', 'image_input']],
  ['["chat_completion","embedding"]', ['chat_completion', 'embedding']],
  ['[]', []],
  [undefined, []],
])('parses the modalities %s in the specification’s notation and as JSON', (text, modalities) => {
  expect(getConfiguredModels.query.parse({ modalities: text })).toEqual({ modalities });
});

it.each(['[telepathy]', 'chat_completion', '["chat_completion"', '[chat_completion,,]', '{}'])(
  'refuses the modalities %s',
  (modalities) => {
    expect(getConfiguredModels.query.safeParse({ modalities }).success).toBe(false);
  },
);

describe('the model of a mode', () => {
  const quick = model('Quick', { model_alias: 'quick', model_name: 'Quick' });
  const best = model('Best (Recommended)', { model_alias: 'best', model_name: 'Best' });
  const embedder = model('Embedder', { modalities: ['embedding'] });
  const models = [quick, embedder, best];

  it.each(['chat', 'ks', 'task'] as const)('is offered in %s: recommended ones first, none for embedding', (mode) => {
    expect(getOfferedModels(mode, models)).toEqual([best, quick]);
  });

  it('is found by its alias in Chat, by any of its names elsewhere', () => {
    expect(findModel('chat', 'quick', models)).toBe(quick);
    expect(findModel('chat', 'Quick', models)).toBe(best);
    expect(findModel('ks', 'Quick', models)).toBe(quick);
    expect([getModelSettingName('chat', quick), getModelSettingName('task', quick)]).toEqual(['quick', 'Quick']);
  });

  it('is the first offered model if the saved one is gone, and null if no model is offered', () => {
    expect(findModel('chat', 'retired', models)).toBe(best);
    expect(findModel('chat', 'quick', [embedder])).toBeNull();
  });
});
