import type { Settings } from '#contract/settings.ts';
import { getHost } from '#tab/teams/teamsHost.ts';
import { texts } from '#tab/texts.ts';

export const themeChoices: readonly Settings['defaultTheme'][] = ['teams', 'default', 'dark', 'contrast'];

/** Label of a theme choice. "Same as Teams" reads differently in a plain browser. */
export function themeLabel(choice: Settings['defaultTheme']): string {
  const followsDevice = choice === 'teams' && getHost().kind === 'browser';
  return followsDevice ? texts.person.browserTheme : texts.person.themes[choice];
}
