let owner: string | null = null;

/** Whose state is read and written from now on: tenant and object id of the signed-in person, or nobody's. */
export function setOwner(person: { tenantId: string; id: string } | null): void {
  owner = person === null ? null : `${person.tenantId}.${person.id}`;
}

/** The key of a piece of the present owner's state; `null` while nobody is signed in, when nothing is kept. */
export function ownedKey(name: string): string | null {
  return owner === null ? null : `ava/${owner}/${name}`;
}
