import type { Owner } from '../storage/schema.ts';

/** Who makes a call: tenant and object id from the verified token decide, name and address are only shown. */
export interface Person extends Owner {
  name: string;
  email: string;
  isAdministrator: boolean;
  /** The bearer of this very call, for acting on the person's behalf while it lasts. Never stored, never logged. */
  bearer: string;
}
