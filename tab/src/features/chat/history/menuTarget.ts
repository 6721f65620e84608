import type { PositioningVirtualElement } from '@fluentui/react-components';
import type { MouseEvent } from 'react';
import type { MenuAnchor } from './chatAction.ts';

export function getMenuTarget({ from, at }: MenuAnchor): HTMLElement | PositioningVirtualElement {
  return at === null ? from : { getBoundingClientRect: () => new DOMRect(at.x, at.y, 0, 0) };
}

/** The place of a click with the right button. The menu key reports the pointer at 0, 0. */
export function getAnchor({ clientX: x, clientY: y, currentTarget }: MouseEvent<HTMLElement>): MenuAnchor {
  return { from: currentTarget, at: x === 0 && y === 0 ? null : { x, y } };
}
