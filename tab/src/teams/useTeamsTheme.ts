import { useTeams } from '@microsoft/teamsfx-react';
import { toHostTheme, type HostTheme } from './teamsHost.ts';

/**
 * Follows the theme of Teams. `fluentThemes.ts` gives its colors, unless the person has chosen another theme. teams-js keeps
 * a single theme handler, so only this hook uses teamsfx-react, once, at the root.
 */
export function useTeamsTheme(initial: HostTheme): HostTheme {
  const [{ themeString }] = useTeams({ initialTheme: initial });
  return toHostTheme(themeString);
}
