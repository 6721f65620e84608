import type { Person } from '../people.ts';

/** Who has not agreed that AVA may act for them. In the sample organizations an administrator agreed for everybody. */
export type Consents = {
  /** Whether all of these scopes (short names) are agreed for the person. */
  covers(person: Person, scopes: string[]): boolean;
  /** Agrees or withdraws, for one scope or for all. */
  set(person: Person, granted: boolean, scope?: string): void;
};

const ALL = '*';

export function consents(): Consents {
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
