import type { Pacer } from './streaming/pacer.ts';
import type { RequestLog } from './requestLog.ts';
import type { Scenarios } from './scenarios/scenarios.ts';

/** Pace of the streams: milliseconds from delta to delta, and words in each. */
export type Pace = { ms: number; wordsPerDelta: number };

export const DEFAULT_PACE: Pace = { ms: 12, wordsPerDelta: 1 };

/** What the handlers of one running server share. */
export type ServerContext = { pace: Pace; pacer: Pacer; scenarios: Scenarios; requestLog: RequestLog };
