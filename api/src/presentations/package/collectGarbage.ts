import {
  CONTENT_TYPES_PART,
  readContentTypes,
  readRelationships,
  relationshipsPartOf,
  writeContentTypes,
  type Parts,
} from './parts.ts';

/** Deletes the parts that no relationship leads to, and their content types. Returns how many there were. */
export function collectGarbage(parts: Parts): number {
  const kept = new Set([CONTENT_TYPES_PART, relationshipsPartOf('')]);
  const queue = [''];
  for (let part = queue.pop(); part !== undefined; part = queue.pop())
    for (const { target, external } of readRelationships(parts, part)) {
      if (external || kept.has(target) || !parts.has(target)) continue;
      kept.add(target).add(relationshipsPartOf(target));
      queue.push(target);
    }
  const unreachable = [...parts.keys()].filter((name) => !kept.has(name));
  for (const name of unreachable) parts.delete(name);
  const types = readContentTypes(parts);
  for (const name of types.overrides.keys()) if (!parts.has(name)) types.overrides.delete(name);
  writeContentTypes(parts, types);
  return unreachable.length;
}
