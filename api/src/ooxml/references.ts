import type { Element } from '@xmldom/xmldom';
import { NAMESPACE_R } from './names.ts';
import type { Parts } from './parts.ts';
import { parseXml, walkElements } from './xml.ts';

export interface Reference {
  element: Element;
  /** Id of a relationship of the part. */
  id: string;
}

/** The references in a part's XML to its relationships: `r:id`, `r:embed`, `r:link` and others of that namespace. */
export function collectReferences(parts: Parts, part: string): Reference[] {
  return listReferences(parseXml(parts.get(part)!).documentElement!);
}

export function listReferences(root: Element): Reference[] {
  const found: Reference[] = [];
  for (const element of walkElements(root))
    for (const attribute of Array.from(element.attributes))
      // An empty id is allowed: a click without a target.
      if (attribute.namespaceURI === NAMESPACE_R && attribute.value !== '')
        found.push({ element, id: attribute.value });
  return found;
}
