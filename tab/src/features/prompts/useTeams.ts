import { usePerson } from '#tab/state/session.state.ts';

export interface Team {
  /** Id of the team's site. */
  id: string;
  name: string;
}

/** The teams that the person can share prompts with. */
export function useTeams(): readonly Team[] {
  return usePerson()?.teams ?? [];
}
