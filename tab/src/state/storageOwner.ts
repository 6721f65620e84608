let owner: string | null = null;

/** Sets whose state is read and written: tenant and object id of the signed-in person, `null` for nobody. */
export function setStorageOwner(person: { tenantId: string; id: string } | null): void {
  owner = person === null ? null : `${person.tenantId}.${person.id}`;
}

/** Returns a key under the current owner; `null` while nobody is signed in: then nothing is read or stored. */
export function getOwnedKey(name: string): string | null {
  return owner === null ? null : `ava/${owner}/${name}`;
}
