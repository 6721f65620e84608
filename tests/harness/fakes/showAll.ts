import { createEventFilter } from '#api/runs/eventFilter.ts';

/** All events of a run, for a reader who can read everything. */
export const showAll = createEventFilter((event) => event);
