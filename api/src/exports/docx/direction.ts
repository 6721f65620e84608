import type { IParagraphOptions } from 'docx';
import type { Nodes } from 'mdast';
import { isRightToLeft } from '#api/exports/markdown/direction.ts';
import { getText } from '#api/exports/markdown/limitDepth.ts';

/** A paragraph whose first letter is written from right to left runs in that direction. */
export function directionOf(node: Nodes): IParagraphOptions {
  return isRightToLeft(getText(node)) ? { bidirectional: true } : {};
}
