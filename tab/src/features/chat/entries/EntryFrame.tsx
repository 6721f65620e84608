import { mergeClasses } from '@fluentui/react-components';
import { useRef, type ReactNode } from 'react';
import { useEntryStyles } from './entry.styles.ts';
import { useEntryDrag } from './useEntryDrag.ts';

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
