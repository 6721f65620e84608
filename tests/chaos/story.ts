import { startApp, type TestApp } from '../harness/app/startApp.ts';

/** Something that must hold every time. A round throws when it did not. */
export interface ChaosStory {
  name: string;
  /** How long one round may take, in ms. */
  withinMs: number;
  /** What the rounds share: a folder, a running AVA. */
  begin(): Promise<Stage>;
}

export interface Stage {
  round(): Promise<void>;
  end(): Promise<void>;
}

/** A story told by people who use a running AVA. */
export interface AppStory {
  name: string;
  withinMs: number;
  round(app: TestApp): Promise<void>;
}

export function onApp({ name, withinMs, round }: AppStory): ChaosStory {
  return {
    name,
    withinMs,
    async begin() {
      const app = await startApp();
      return { round: () => round(app), end: app.close };
    },
  };
}
