import type { FollowOptions } from '#contract/runs/followRun.ts';
import type { Clock } from '#platform/clock.ts';

/** About 40 seconds. Then the bot says that the connection was lost, because a message in Teams cannot wait forever. */
const MAX_FAILURES = 12;

/** How the bot follows every run. */
export function createFollowOptions(clock: Clock, signal: AbortSignal): FollowOptions {
  return { signal, maxFailures: MAX_FAILURES, pause: (ms) => clock.sleep(ms, signal) };
}
