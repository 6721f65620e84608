/** An answer that this window asked for or follows. Nothing of it is drawn, so it is no proxy. */
export interface Answering {
  /** The streaming event session of the cancel call: the client's own, or the run's id after a reload. */
  eventSessionId: string;
  controller: AbortController;
  /** Stop was pressed; asked again once the run is known, since the first cancel call may have come too early. */
  stopping: boolean;
  /** When the last event came, in milliseconds of `Date.now`. */
  heardAt: number;
}

/** By the id of the chat; a chat has at most one answer under way. */
export const answerings = new Map<string, Answering>();
