import { defaultModeSettings } from '../../../../api/contract/settings.ts';
import { sampleModel } from '../../testing/samples.ts';
import { modelNamed, offeredModels, settingName } from './settings.rules.ts';
import { settingsSummary } from './settingsSummary.rules.ts';

const quick = sampleModel({ model_alias: 'quick', model_name: 'Quick', label: 'Quick' });
const best = sampleModel({ model_alias: 'best', model_name: 'Best (Recommended)', label: 'Best (Recommended)' });
const embedder = sampleModel({ model_alias: 'embed', model_name: 'Embedder', modalities: ['embedding'] });
const beta = sampleModel({ model_alias: 'gpt-4.1-foundry-2025-04-14', model_name: 'gpt-4.1', label: 'GPT-4.1' });
const models = [quick, embedder, best, beta];

it.each(['chat', 'ks', 'task'] as const)('offers %s the recommended model first and no embedder', (mode) => {
  expect(offeredModels(mode, models)).toEqual([best, quick, beta]);
});

it('finds a model by its alias in Chat, by its name elsewhere', () => {
  expect(modelNamed('chat', 'quick', models)).toBe(quick);
  expect(modelNamed('chat', 'Quick', models)).toBe(best);
  expect(modelNamed('ks', 'Quick', models)).toBe(quick);
  expect([settingName('chat', quick), settingName('task', quick)]).toEqual(['quick', 'Quick']);
});

it('falls back to the first model offered when the chosen one is gone, and to none when there is none', () => {
  expect(modelNamed('chat', 'retired', models)).toBe(best);
  expect(modelNamed('chat', 'quick', [embedder])).toBeNull();
});

it('says in a line what is set', () => {
  const chosen = { ...defaultModeSettings('ks'), useConciseMode: true };
  expect(settingsSummary(chosen, beta)).toBe(
    'GPT-4.1 (Beta - possible inconsistent messages) · Balanced · Concise Response · Data to June 2024',
  );
  expect(settingsSummary(defaultModeSettings('ks'), null)).toBe('No model · Balanced');
});
