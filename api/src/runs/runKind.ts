import type { Answer } from '../../contract/runs.ts';
import type { AvaError } from '../../contract/errors.ts';
import type { RunKindName, RunRow, StoredEvent } from '../storage/tables/runs/runs.ts';

/** An event before the journal has given it its number. */
export type Unnumbered<Event extends StoredEvent> = Event extends StoredEvent ? Omit<Event, 'seq'> : never;

/** What is particular to one kind of run. The rest (journal, followers, cancel, sweep) is the same for all. */
export interface RunKind<Event extends StoredEvent = StoredEvent, State = unknown> {
  name: RunKindName;
  /** What a run has made before its first event. */
  createState(run: RunRow): State;
  /** Folds an event into it, in place. */
  fold(state: State, event: Event): void;
  /** The message it has become, to be saved with the events that changed it; null where a run makes none. */
  answer(state: State): Answer | null;
  /** Whether the event must be saved with: it is final, or changes what is final. */
  isLasting(event: Event): boolean;
  /** Whether a person is waiting for this very event. */
  isUrgent(event: Event): boolean;
  /** Joins two neighbouring events into one where that loses nothing; else null. */
  merge(first: Event, second: Event): Event | null;
  stopped(): Unnumbered<Event>;
  failed(error: AvaError): Unnumbered<Event>;
  /** What ends the run of a process that died; null where another process starts it anew. */
  interrupted(): Unnumbered<Event> | null;
  /** What ends such a run when it has been begun as often as is tried. */
  givenUp?(): Unnumbered<Event>;
}
