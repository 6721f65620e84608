import {
  MAX_PANELS,
  defaultModeSettings,
  defaultSettings,
  defaultTemperatureOf,
  ModeSettings,
  modes,
  saveSettings,
  Settings,
  styleOf,
  temperatureOf,
} from './settings.ts';

it('has the defaults of the specification', () => {
  expect(Settings.parse(defaultSettings)).toEqual(defaultSettings);
  expect(defaultSettings).toMatchObject({
    promptHistoryNavigation: false,
    customInstructions: '',
    microsoftUserProfileData: false,
  });
  expect(modes.map((mode) => defaultModeSettings(mode).selectedModel)).toEqual([
    'gpt-4.1-foundry-2025-04-14',
    'GPT-4o-2024-11-20-WUS3',
    'GPT-4o-2024-11-20-WUS3',
  ]);
  for (const mode of modes) {
    expect(defaultModeSettings(mode)).toMatchObject({ useConciseMode: false });
    expect(defaultModeSettings(mode)).not.toHaveProperty('selectedTemperature');
    expect(defaultSettings[mode]).toEqual(defaultModeSettings(mode));
  }
});

/** @shows Analytic */
/** @shows Balanced */
/** @shows Creative */
/** @proves limit:TEMPERATURES */
it.each([
  ['Analytic', 0.2],
  ['Balanced', 0.5],
  ['Creative', 0.8],
] as const)('%s is a temperature of %d', (selectedTemperature, temperature) => {
  expect(temperatureOf({ ...defaultModeSettings('chat'), selectedTemperature })).toBe(temperature);
});

it('a search is Analytic and everything else Balanced until the person chooses a style', () => {
  const unset = defaultModeSettings('ks');
  expect(modes.map((mode) => styleOf(mode, unset))).toEqual(['Balanced', 'Analytic', 'Balanced']);
  expect(modes.map(defaultTemperatureOf)).toEqual([0.5, 0.2, 0.5]);
  expect(temperatureOf(unset)).toBeUndefined();
  expect(styleOf('ks', { ...unset, selectedTemperature: 'Balanced' })).toBe('Balanced');
});

it('adds the defaults of a mode to settings that lack them', () => {
  expect(ModeSettings.parse({ selectedModel: 'm' })).toEqual({ selectedModel: 'm', useConciseMode: false });
});

it('saves some settings without adding the others', () => {
  expect(saveSettings.body.parse({ settings: { defaultTheme: 'dark' } })).toEqual({
    settings: { defaultTheme: 'dark' },
  });
  expect(saveSettings.body.parse({ settings: {} })).toEqual({ settings: {} });
});

it.each([
  { defaultTheme: 'pink' },
  { customInstructions: 'x'.repeat(10_001) },
  { panelSizes: { left: 'wide' } },
  { panelSizes: Object.fromEntries(Array.from({ length: MAX_PANELS + 1 }, (_, index) => [`panel${index}`, index])) },
  { chat: { selectedModel: 'm', selectedTemperature: 'Wild' } },
  { stickyPanelSizes: 'yes' },
])('refuses %j', (settings) => {
  expect(saveSettings.body.safeParse({ settings }).success).toBe(false);
});
