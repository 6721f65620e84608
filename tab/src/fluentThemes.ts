import { teamsDarkTheme, teamsHighContrastTheme, teamsLightTheme, type Theme } from '@fluentui/react-components';
import type { Settings } from '../../api/contract/settings.ts';
import type { HostTheme } from './teams/teamsHost.ts';

export const themes: Record<HostTheme, Theme> = {
  default: teamsLightTheme,
  dark: teamsDarkTheme,
  contrast: teamsHighContrastTheme,
};

/** Returns the person's own choice of theme, or that of Teams or the device. */
export function resolveTheme(choice: Settings['defaultTheme'], hostTheme: HostTheme): HostTheme {
  return choice === 'teams' ? hostTheme : choice;
}
