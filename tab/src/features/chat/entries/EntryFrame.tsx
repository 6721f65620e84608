import { mergeClasses } from '@fluentui/react-components';
import { useRef, type ReactNode, useEffect, type RefObject } from 'react';
import { isKeepKeyPressed, writeDraggedEntry, type DraggedEntry } from '#tab/shell/entryDrag.ts';
import { useEntryStyles } from './entry.styles.ts';

interface EntryFrameProps {
  label: string;
  messageId: string;
  /** Returns the current text when a drag starts. */
  content: () => string;
  /** Whether a line divides it from the entry above; questions have one, because they start a turn. */
  divided?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/** Shared by all entries: width, divider, and dragging into the workspace. */
export function EntryFrame({ label, messageId, content, divided = false, className, children }: EntryFrameProps) {
  const styles = useEntryStyles();
  const frame = useRef<HTMLElement>(null);
  useEntryDrag(frame, () => ({ messageId, content: content() }));
  return (
    <article
      ref={frame}
      aria-label={label}
      className={mergeClasses(styles.entry, divided && styles.divided, className)}
    >
      {children}
    </article>
  );
}

/** Makes an entry draggable while the drag key is held; without the key its text can be selected. */
function useEntryDrag(frame: RefObject<HTMLElement | null>, entry: () => DraggedEntry): void {
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
