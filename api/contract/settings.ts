import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  DEFAULT_CHAT_MODEL,
  DEFAULT_CONCISE_MODE,
  DEFAULT_TASK_AND_SEARCH_MODEL,
  TEMPERATURES,
  type TemperatureName,
} from './limits.ts';

/** Panels whose sizes are kept for a person. */
export const MAX_PANELS = 50;
export const temperatureNames = ['Analytic', 'Balanced', 'Creative'] as const;

/** Settings for answers in one of the three modes. */
export const ModeSettings = z.object({
  selectedModel: z.string().max(200),
  selectedTemperature: z.enum(temperatureNames).optional().describe('missing until the person chooses a style'),
  useConciseMode: z.boolean().default(DEFAULT_CONCISE_MODE),
});
export type ModeSettings = z.infer<typeof ModeSettings>;

export const modes = ['chat', 'ks', 'task'] as const;
export type Mode = (typeof modes)[number];

/** Default settings of a mode. */
export function defaultModeSettings(mode: Mode): ModeSettings {
  return {
    selectedModel: mode === 'chat' ? DEFAULT_CHAT_MODEL : DEFAULT_TASK_AND_SEARCH_MODEL,
    useConciseMode: DEFAULT_CONCISE_MODE,
  };
}

/** The style of answers until a person chooses one. Searches are Analytic, so that their answers keep to the files. */
const DEFAULT_STYLES: Readonly<Record<Mode, TemperatureName>> = { chat: 'Balanced', ks: 'Analytic', task: 'Balanced' };

export function styleOf(
  mode: Mode,
  { selectedTemperature }: Pick<ModeSettings, 'selectedTemperature'>,
): TemperatureName {
  return selectedTemperature ?? DEFAULT_STYLES[mode];
}

/** The temperature of the style that a person has chosen. */
export function temperatureOf({ selectedTemperature }: Pick<ModeSettings, 'selectedTemperature'>): number | undefined {
  return selectedTemperature && TEMPERATURES[selectedTemperature];
}

/** The temperature of a mode if neither the person nor the model sets a temperature. */
export function defaultTemperatureOf(mode: Mode): number {
  return TEMPERATURES[DEFAULT_STYLES[mode]];
}

/** The parts of a system alert, in lines. */
const MAX_ALERT_KEY_CHARACTERS = 1_300;

export const Settings = z.object({
  defaultTheme: z.enum(['teams', 'default', 'dark', 'contrast']),
  customInstructions: z.string().max(10_000),
  panelSizes: z
    .record(z.string().max(60), z.number())
    .refine((sizes) => Object.keys(sizes).length <= MAX_PANELS, `it may have at most ${MAX_PANELS} panels`)
    .meta({ maxProperties: MAX_PANELS }),
  stickyPanelSizes: z.boolean(),
  microsoftUserProfileData: z.boolean().describe('send name, title and department of the person to the model'),
  promptHistoryNavigation: z.boolean(),
  dismissedAlert: z
    .string()
    .max(MAX_ALERT_KEY_CHARACTERS)
    .describe('title, message and date of the system alert that the person dismissed last'),
  chat: ModeSettings,
  ks: ModeSettings,
  task: ModeSettings,
});
export type Settings = z.infer<typeof Settings>;

export const defaultSettings: Settings = {
  defaultTheme: 'teams',
  customInstructions: '',
  panelSizes: {},
  stickyPanelSizes: true,
  microsoftUserProfileData: false,
  promptHistoryNavigation: false,
  dismissedAlert: '',
  chat: defaultModeSettings('chat'),
  ks: defaultModeSettings('ks'),
  task: defaultModeSettings('task'),
};

export const getSettings = endpoint({
  method: 'GET',
  path: '/user/settings',
  summary: "The caller's settings, with defaults for the others",
  reply: z.object({ settings: Settings }),
});

export const saveSettings = endpoint({
  method: 'POST',
  path: '/user/settings',
  summary: 'Saves some settings and keeps the others',
  body: z.object({ settings: Settings.partial() }),
  reply: z.object({ settings: Settings }),
});
