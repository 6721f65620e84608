import type { Settings } from '../../../api/contract/settings.ts';
import { presentHost } from '../teams/teamsHost.ts';
import { texts } from '../texts.ts';

/** What a choice of theme is called; following the place means another thing in a plain browser. */
export function themeLabel(choice: Settings['defaultTheme']): string {
  const follows = choice === 'teams' && presentHost().kind === 'browser';
  return follows ? texts.person.browserTheme : texts.person.themes[choice];
}
