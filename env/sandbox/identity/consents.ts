import type { Person } from '#sandbox/person.ts';

/** Consents to AVA. In the sample organizations an administrator has consented for all people, so only refusals are stored. */
export type Consents = {
  /** Whether the person has consented to all of these scopes (short names). */
  covers(person: Person, scopes: string[]): boolean;
  /** Grants or withdraws the consent to one scope, or to all. */
  set(person: Person, granted: boolean, scope?: string): void;
};

const ALL = '*';

export function createConsents(): Consents {
  const withheld = new Map<string, Set<string>>();
  return {
    covers: (person, scopes) => {
      const missing = withheld.get(person.oid);
      return !missing || (!missing.has(ALL) && !scopes.some((scope) => missing.has(scope)));
    },
    set: (person, granted, scope = ALL) => {
      if (granted && scope === ALL) withheld.delete(person.oid);
      else if (granted) withheld.get(person.oid)?.delete(scope);
      else withheld.set(person.oid, new Set([...(withheld.get(person.oid) ?? []), scope]));
    },
  };
}
