import { teamsDarkTheme, teamsHighContrastTheme, teamsLightTheme, type Theme } from '@fluentui/react-components';
import type { Settings } from '../../api/contract/settings.ts';
import type { HostTheme } from './teams/teamsHost.ts';

export const themes: Record<HostTheme, Theme> = {
  default: teamsLightTheme,
  dark: teamsDarkTheme,
  contrast: teamsHighContrastTheme,
};

/** The theme shown: the person's own choice, or that of the place AVA is in. */
export function themeShown(choice: Settings['defaultTheme'], place: HostTheme): HostTheme {
  return choice === 'teams' ? place : choice;
}
