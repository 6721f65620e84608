import { Button, makeStyles, SearchBox, tokens, Tooltip } from '@fluentui/react-components';
import { ChevronDown20Regular, ChevronUp20Regular } from '@fluentui/react-icons';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import { logFailure } from '#tab/state/log.ts';
import { workspaceTexts } from '#tab/features/workspace/workspace.texts.ts';
import { isComposing } from '#tab/ui/isComposing.ts';
import type { Finder } from './finder.ts';

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    padding: `0 ${tokens.spacingHorizontalS} ${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`,
  },
  field: { flex: '1 1 0', minWidth: 0 },
  count: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    whiteSpace: 'nowrap',
    minWidth: '56px',
    textAlign: 'end',
  },
});

const { find } = workspaceTexts;

/** Searches inside the open document; Enter goes to the next match, Shift+Enter to the one before. */
export function FindBar({ finder, onClose }: { finder: Finder; onClose: () => void }) {
  const styles = useStyles();
  const bar = useRef<HTMLDivElement>(null);
  const [term, setTerm] = useState('');
  const [matches, setMatches] = useState<{ count: number; index: number } | null>(null);

  useEffect(() => {
    const controller = new AbortController();
    if (term.trim() === '') {
      finder.clear();
      setMatches(null);
      return () => controller.abort();
    }
    const timer = setTimeout(() => {
      finder.find(term, controller.signal).then(
        (count) => {
          if (controller.signal.aborted) return;
          setMatches({ count, index: 0 });
          if (count > 0) finder.show(0);
        },
        (cause: unknown) => logFailure('failed to search in a document', cause),
      );
    }, SEARCH_DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [finder, term]);
  useEffect(() => () => finder.clear(), [finder]);
  useEffect(() => bar.current?.querySelector('input')?.focus(), []);

  function step(by: 1 | -1) {
    if (!matches || matches.count === 0) return;
    const index = (matches.index + by + matches.count) % matches.count;
    setMatches({ ...matches, index });
    finder.show(index);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event)) return;
    if (event.key === 'Enter') step(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const none = !matches || matches.count === 0;
  return (
    <div ref={bar} className={styles.bar} role="search">
      <SearchBox
        className={styles.field}
        size="small"
        value={term}
        maxLength={200}
        placeholder={find.label}
        aria-label={find.label}
        onChange={(_, { value }) => setTerm(value)}
        onKeyDown={onKeyDown}
      />
      <span role="status" className={styles.count}>
        {matches && (none ? find.none : find.position(matches.index + 1, matches.count))}
      </span>
      <Tooltip content={find.previous} relationship="label">
        <Button
          size="small"
          appearance="subtle"
          icon={<ChevronUp20Regular />}
          disabledFocusable={none}
          onClick={() => step(-1)}
        />
      </Tooltip>
      <Tooltip content={find.next} relationship="label">
        <Button
          size="small"
          appearance="subtle"
          icon={<ChevronDown20Regular />}
          disabledFocusable={none}
          onClick={() => step(1)}
        />
      </Tooltip>
    </div>
  );
}
