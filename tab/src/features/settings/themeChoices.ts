import type { Settings } from '../../../../api/contract/settings.ts';

export const themeChoices: readonly Settings['defaultTheme'][] = ['teams', 'default', 'dark', 'contrast'];
