import type { StoredEvent } from '#api/storage/tables/runs/runs.ts';

/** What a reader gets instead of an event: the event itself, another one with its number, or nothing. */
type ShowEvent = (event: StoredEvent) => StoredEvent | null;

/** The events of one run as one person can read them. Made for one request, because access is asked again by the next one. */
class Filter {
  /** A private field makes the type nominal: no object literal is assignable to it. */
  readonly #show: ShowEvent;

  constructor(show: ShowEvent) {
    this.#show = show;
  }

  show(event: StoredEvent): StoredEvent | null {
    return this.#show(event);
  }
}

/** Only `createEventFilter` can create one, because the class is not exported; `tests/importBoundaries.ts` names its callers. */
export type EventFilter = Filter;

export const createEventFilter = (show: ShowEvent): EventFilter => new Filter(show);
