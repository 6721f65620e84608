import type { Pacer } from './streaming/pacer.ts';
import type { RecordedCase } from './recordedCases.ts';
import type { RequestLog } from './requestLog.ts';
import type { Scenarios } from './scenarios/scenarios.ts';

/** Speed of the streams: milliseconds between deltas, and words per delta. */
export type Pace = { ms: number; wordsPerDelta: number };

export const DEFAULT_PACE: Pace = { ms: 12, wordsPerDelta: 1 };

/** The state that the handlers of a server share. `initialPace` applies again after a reset. */
export type ServerContext = {
  pace: Pace;
  initialPace: Pace;
  pacer: Pacer;
  scenarios: Scenarios;
  requestLog: RequestLog;
  /** The provider whose strictness the server has; null for its own. */
  provider: string | null;
  initialProvider: string | null;
  /** The recorded case that answers every chat completion; null for the quoting model. */
  recordedCase: RecordedCase | null;
  initialCase: RecordedCase | null;
};
