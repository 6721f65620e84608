import { mergeClasses } from '@fluentui/react-components';
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { texts } from '#tab/texts.ts';
import { useHandleStyles } from './Frame.styles.ts';
import { getWidthAfterKey, WORKSPACE_MIN_PX } from './workspaceWidth.rules.ts';

interface ResizeHandleProps {
  widthPx: number;
  onResize: (widthPx: number) => void;
}

/** The separator between conversation and workspace: dragged with the pointer or moved with the arrow keys. */
export function ResizeHandle({ widthPx, onResize }: ResizeHandleProps) {
  const styles = useHandleStyles();
  const [dragging, setDragging] = useState(false);
  const start = useRef({ x: 0, widthPx: 0 });

  function onPointerDown(event: PointerEvent<HTMLDivElement>) {
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { x: event.clientX, widthPx };
    setDragging(true);
  }

  function onPointerMove(event: PointerEvent<HTMLDivElement>) {
    if (dragging) onResize(start.current.widthPx + start.current.x - event.clientX);
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const next = getWidthAfterKey(event.key, widthPx, event.shiftKey);
    if (next === null) return;
    event.preventDefault();
    onResize(next);
  }

  return (
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={texts.shell.resizeWorkspace}
      aria-valuenow={widthPx}
      aria-valuemin={WORKSPACE_MIN_PX}
      className={mergeClasses(styles.handle, dragging && styles.dragging)}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => setDragging(false)}
      onPointerCancel={() => setDragging(false)}
      onKeyDown={onKeyDown}
    />
  );
}
