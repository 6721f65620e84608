import { teamsDarkTheme, teamsHighContrastTheme, teamsLightTheme, type Theme } from '@fluentui/react-components';
import { createContext } from 'react';
import type { Settings } from '#contract/settings.ts';
import type { HostTheme } from './teams/teamsHost.ts';

export const themes: Record<HostTheme, Theme> = {
  default: teamsLightTheme,
  dark: teamsDarkTheme,
  // Fluent's skeletons are white here, and large ones dazzle.
  contrast: { ...teamsHighContrastTheme, colorNeutralStencil1: '#3d3d3d', colorNeutralStencil2: '#1f1f1f' },
};

/** The theme in use, for what is not drawn with Fluent's tokens. */
export const ThemeName = createContext<HostTheme>('default');

/** Returns the person's own choice of theme, or that of Teams or the device. */
export function resolveTheme(choice: Settings['defaultTheme'], hostTheme: HostTheme): HostTheme {
  return choice === 'teams' ? hostTheme : choice;
}
