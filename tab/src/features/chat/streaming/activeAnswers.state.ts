/** An answer that this window requested or follows. No component reads it, so it is not a proxy. */
export interface ActiveAnswer {
  /** Event session id for the cancel call: the client's id, or the run's id after a reload. */
  eventSessionId: string;
  controller: AbortController;
  /** Stop was pressed. The cancel call is repeated when the run starts: the first one can be too early. */
  isStopping: boolean;
  /** Time of the last event, from `Date.now`. */
  lastEventAt: number;
}

/** By chat id. A chat has at most one streaming answer. */
export const activeAnswers = new Map<string, ActiveAnswer>();
