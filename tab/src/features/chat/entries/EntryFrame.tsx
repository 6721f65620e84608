import { mergeClasses } from '@fluentui/react-components';
import type { DragEvent, MouseEvent, ReactNode } from 'react';
import { keepKeyHeld, writeDraggedEntry } from '../../../shell/entryDrag.ts';
import { useEntryStyles } from './entry.styles.ts';

interface EntryFrameProps {
  label: string;
  messageId: string;
  /** The text as it is now; read when a drag begins. */
  content: () => string;
  divided: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/** What all entries share: the measure, the divider, and dragging into the workspace while the key for it is held. */
export function EntryFrame({ label, messageId, content, divided, className, children }: EntryFrameProps) {
  const styles = useEntryStyles();
  // Draggable only from the moment the key is held, or text could no longer be selected.
  const arm = (event: MouseEvent<HTMLElement>) => {
    event.currentTarget.draggable = keepKeyHeld(event);
  };
  const drag = (event: DragEvent<HTMLElement>) => {
    // A link within the entry is dragged by itself.
    if (event.target === event.currentTarget) writeDraggedEntry(event.dataTransfer, { messageId, content: content() });
  };
  return (
    <article
      aria-label={label}
      className={mergeClasses(styles.entry, divided && styles.divided, className)}
      onMouseDown={arm}
      onDragStart={drag}
    >
      {children}
    </article>
  );
}
