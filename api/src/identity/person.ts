import type { Owner } from '#api/storage/schema.ts';

/** The signed-in caller, identified by tenant id and object id of the verified token. Name and address are for display. */
export interface Person extends Owner {
  name: string;
  email: string;
  isAdministrator: boolean;
  /** The bearer token of this call, exchanged for Graph tokens while it is valid. Never stored, never logged. */
  bearer: string;
}
