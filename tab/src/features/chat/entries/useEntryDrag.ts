import { useEffect, useRef, type RefObject } from 'react';
import { isKeepKeyPressed, writeDraggedEntry, type DraggedEntry } from '../../../shell/entryDrag.ts';

/** Makes an entry draggable while the drag key is held; without the key its text can be selected. */
export function useEntryDrag(frame: RefObject<HTMLElement | null>, entry: () => DraggedEntry): void {
  const latest = useRef(entry);
  useEffect(() => {
    latest.current = entry;
  });
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const arm = (event: MouseEvent) => {
      element.draggable = isKeepKeyPressed(event);
    };
    const drag = (event: DragEvent) => {
      // Links inside the entry have their own drag.
      if (event.target === element && event.dataTransfer) writeDraggedEntry(event.dataTransfer, latest.current());
    };
    element.addEventListener('mousedown', arm);
    element.addEventListener('dragstart', drag);
    return () => {
      element.removeEventListener('mousedown', arm);
      element.removeEventListener('dragstart', drag);
    };
  }, [frame]);
}
