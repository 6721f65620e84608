import type { AvaError } from '#contract/errors.ts';
import type { RunKindName, RunResult, RunRow, StoredEvent } from '#api/storage/tables/runs/runs.ts';

/** An event before the event log has numbered it. */
export type Unnumbered<Event extends StoredEvent> = Event extends StoredEvent ? Omit<Event, 'seq'> : never;

/** The part of a run that depends on its kind. Event log, feeds, cancel and sweep are the same for all kinds. */
export interface RunKind<Event extends StoredEvent = StoredEvent, State = unknown> {
  name: RunKindName;
  /** The state before the first event. */
  createState(run: RunRow): State;
  /** Applies an event to the state, in place. */
  fold(state: State, event: Event): void;
  /** Returns what changed in the message or outputs since the last call. It is saved outside the event log. */
  takeResult(state: State, run: RunRow): RunResult;
  /** Whether the result is saved together with this event, because the event is final or changes a final result. */
  isCheckpoint(event: Event): boolean;
  /** Whether a person is waiting for this event, so that it is committed at once. */
  isUrgent(event: Event): boolean;
  /** Joins two neighboring events; null if that would lose information. */
  merge(first: Event, second: Event): Event | null;
  stopped(): Unnumbered<Event>;
  failed(error: AvaError): Unnumbered<Event>;
  /** Last event of a run whose process died; null if another process can restart the run. */
  interrupted(): Unnumbered<Event> | null;
  /** Last event of a restartable run that used up its attempts. */
  abandoned?(): Unnumbered<Event>;
}
