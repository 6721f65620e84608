import { defaultModeSettings } from '#contract/settings.ts';
import { sampleModel } from '#tab/testing/samples.ts';
import { getSettingsSummary } from './settingsSummary.rules.ts';

const beta = sampleModel({ model_alias: 'gpt-4.1-foundry-2025-04-14', model_name: 'gpt-4.1', label: 'GPT-4.1' });

it('summarizes the settings in one line', () => {
  const settings = { ...defaultModeSettings('ks'), useConciseMode: true };
  expect(getSettingsSummary('ks', settings, beta)).toBe(
    'GPT-4.1 (Beta - possible inconsistent messages) · Analytic · Concise Response · Data to June 2024',
  );
  expect(getSettingsSummary('task', defaultModeSettings('task'), null)).toBe('No model · Balanced');
  const chosen = { ...defaultModeSettings('ks'), selectedTemperature: 'Balanced' } as const;
  expect(getSettingsSummary('ks', chosen, null)).toBe('No model · Balanced');
});
