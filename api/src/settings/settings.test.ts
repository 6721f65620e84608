import { defaultSettings } from '#contract/settings.ts';
import { addDefaults } from './settings.ts';

it('keeps what is valid of settings that another version of AVA saved', () => {
  const saved = {
    defaultTheme: 'sepia',
    customInstructions: 'Answer in French.',
    panelSizes: { workspace: 480, history: 'wide' },
    chat: { selectedModel: 'model-of-tomorrow', selectedTemperature: 'Wild', useConciseMode: true },
    ks: 'all',
    futureSetting: true,
  };
  expect(addDefaults(saved)).toEqual({
    ...defaultSettings,
    customInstructions: 'Answer in French.',
    panelSizes: { workspace: 480 },
    chat: { selectedModel: 'model-of-tomorrow', useConciseMode: true },
  });
});

it('ignores names of the prototype', () => {
  expect(addDefaults(JSON.parse('{"__proto__":{"defaultTheme":"dark"},"constructor":1}'))).toEqual(defaultSettings);
});
