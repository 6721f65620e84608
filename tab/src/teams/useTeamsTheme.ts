import { useTeams } from '@microsoft/teamsfx-react';
import { themeNamed, type HostTheme } from './teamsHost.ts';

/**
 * Follows Teams' theme. teams-js keeps one theme handler only, so this is the one place that may use a hook of
 * teamsfx-react, and it is used once, at the root.
 */
export function useTeamsTheme(initial: HostTheme): HostTheme {
  const [{ themeString }] = useTeams({ initialTheme: initial });
  return themeNamed(themeString);
}
