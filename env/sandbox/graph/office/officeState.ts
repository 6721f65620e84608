import type { Recipient } from '@microsoft/microsoft-graph-types';
import { getPerson } from '#sandbox/people.ts';
import { graphErrors } from '#sandbox/graph/graphErrors.ts';
import { getCallingPerson, type Caller } from '#sandbox/graph/graphRoute.ts';
import type { Person } from '#sandbox/person.ts';

/** State that tests change with controls. */
export type OfficeState = {
  /** Setting of the organization: whether applications can read transcripts. */
  transcriptAccess: boolean;
  /** Setting of the organization: whether transcripts name the speakers. */
  speakerNames: boolean;
  /** Object ids of people without a mailbox. */
  withoutMailbox: Set<string>;
  /** Object ids of people whose mailbox accepts no more items. */
  fullMailboxes: Set<string>;
  /** Keys of meetings whose transcripts were deleted. */
  removedTranscripts: Set<string>;
};

const MINUTE_MS = 60_000;

/** The calling person. Throws Graph's 404 if the person has no mailbox. */
export function getMailboxOwner(state: OfficeState, caller: Caller): Person {
  const person = getCallingPerson(caller);
  if (state.withoutMailbox.has(person.oid)) throw graphErrors.noMailbox();
  return person;
}

export function toRecipient(key: string): Recipient {
  const { displayName, mail } = getPerson(key);
  return { emailAddress: { name: displayName, address: mail } };
}

export function minutesAgo(minutes: number): Date {
  return new Date(Math.floor((Date.now() - minutes * MINUTE_MS) / MINUTE_MS) * MINUTE_MS);
}
