import { DEFAULT_PACE } from '#sandbox/models/serverContext.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';

/** A scenario that must pass in every round. A round throws if it fails. */
export interface ChaosStory {
  name: string;
  /** Time limit of one round, in ms. */
  withinMs: number;
  /** Starts what the rounds share: a folder or a running AVA. */
  start(): Promise<StorySession>;
}

export interface StorySession {
  round(): Promise<void>;
  stop(): Promise<void>;
}

/** A story whose rounds share a running AVA. */
export interface AppStory {
  name: string;
  withinMs: number;
  round(app: TestApp): Promise<void>;
}

export function toChaosStory({ name, withinMs, round }: AppStory): ChaosStory {
  return {
    name,
    withinMs,
    async start() {
      const app = await startApp({ process: 'own', pace: DEFAULT_PACE });
      return { round: () => round(app), stop: app.close };
    },
  };
}
