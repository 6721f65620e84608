import { Button, DialogContent } from '@fluentui/react-components';
import { BookStar20Regular, Dismiss20Regular } from '@fluentui/react-icons';
import { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import { filterPrompts, type PromptFilter } from '#contract/prompts/promptRules.ts';
import type { Prompt } from '#contract/prompts/prompts.ts';
import type { PromptTarget } from '#tab/shell/dialogs.ts';
import { lazyDialog } from '#tab/shell/lazyDialog.tsx';
import { EmptyState } from '#tab/ui/EmptyState.tsx';
import { ErrorMessage } from '#tab/ui/ErrorMessage.tsx';
import { Modal } from '#tab/ui/Modal.tsx';
import { TextSkeleton } from '#tab/ui/TextSkeleton.tsx';
import { PromptFilters } from './PromptFilters.tsx';
import { PromptGrid, type PromptGridHandle } from './PromptGrid.tsx';
import { insertIntoTarget, loadPrompts } from './prompts.actions.ts';
import { emptyFilter, isNarrowed } from './prompts.rules.ts';
import { prompts } from './prompts.state.ts';
import { usePromptStyles } from './prompts.styles.ts';
import { promptTexts } from './prompts.texts.ts';

const EditPromptDialog = lazyDialog(() => import('./EditPromptDialog.tsx'));
const ViewPromptDialog = lazyDialog(() => import('./ViewPromptDialog.tsx'));
const VersionsDialog = lazyDialog(() => import('./VersionsDialog.tsx'));
const VariablesForm = lazyDialog(() => import('./VariablesForm.tsx'));
const DeletePromptDialog = lazyDialog(() => import('./DeletePromptDialog.tsx'));

interface Props {
  target: PromptTarget;
  onClose: () => void;
}

/** What is open over the library. */
type Opened =
  | { name: 'nothing' }
  | { name: 'creating' }
  | { name: 'viewing' | 'editing' | 'versions' | 'deleting' | 'variables'; prompt: Prompt };

/** The Prompt Library: find a prompt and insert it, or manage prompts. */
export default function PromptLibraryDialog({ target, onClose }: Props) {
  const styles = usePromptStyles();
  const { loading, items, isTruncated } = useSnapshot(prompts);
  const [filter, setFilter] = useState<PromptFilter>(emptyFilter);
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed, SEARCH_DEBOUNCE_MS);
  const [opened, setOpened] = useState<Opened>({ name: 'nothing' });
  const grid = useRef<PromptGridHandle>(null);
  useEffect(() => void loadPrompts(), []);
  const list = items.list as readonly Prompt[];
  const shown = useMemo(() => filterPrompts(list, { ...filter, search }), [list, filter, search]);
  const close = () => setOpened({ name: 'nothing' });
  const insert = (prompt: Prompt) => {
    if (insertIntoTarget(target, prompt)) onClose();
    else setOpened({ name: 'variables', prompt });
  };
  const open = (name: 'viewing' | 'editing' | 'versions' | 'deleting') => (prompt: Prompt) =>
    setOpened({ name, prompt });
  const actions = {
    onUse: insert,
    onView: open('viewing'),
    onEdit: open('editing'),
    onVersions: open('versions'),
    onDelete: open('deleting'),
  };
  const isReady = loading.name === 'ready' || list.length > 0;
  return (
    <>
      <Modal
        title={promptTexts.title}
        className={styles.surface}
        action={
          <Button appearance="subtle" icon={<Dismiss20Regular />} aria-label={promptTexts.close} onClick={onClose} />
        }
        onClose={onClose}
      >
        <DialogContent className={styles.library}>
          <PromptFilters
            filter={filter}
            typed={typed}
            count={isReady ? shown.length : null}
            isTruncated={isTruncated}
            onFilter={(change) => setFilter({ ...filter, ...change })}
            onType={setTyped}
            onEnterGrid={() => grid.current?.enter()}
          />
          {loading.name === 'failed' && (
            <ErrorMessage
              text={promptTexts.failedToLoad}
              retry={{ label: promptTexts.retry, action: () => void loadPrompts() }}
            />
          )}
          {isReady ? (
            <PromptGrid
              ref={grid}
              shown={shown}
              message={
                <NoPrompts
                  filter={filter}
                  search={search}
                  onClear={() => {
                    setTyped('');
                    setFilter({ ...emptyFilter, tab: filter.tab });
                  }}
                />
              }
              onCreate={() => setOpened({ name: 'creating' })}
              {...actions}
            />
          ) : (
            loading.name !== 'failed' && <TextSkeleton label={promptTexts.title} />
          )}
          {filter.tab !== 'mine' && <span className={styles.note}>{promptTexts.syncNote}</span>}
        </DialogContent>
      </Modal>
      <Suspense>
        {opened.name === 'creating' && (
          <EditPromptDialog
            prompt={null}
            onSaved={(saved) => {
              setFilter({ ...filter, tab: saved.is_private ? 'mine' : 'shared' });
              setTyped('');
              grid.current?.returnTo(saved.prompt_id);
            }}
            onClose={close}
          />
        )}
        {opened.name === 'editing' && (
          <EditPromptDialog
            prompt={opened.prompt}
            onSaved={(saved) => grid.current?.returnTo(saved.prompt_id)}
            onClose={close}
          />
        )}
        {opened.name === 'viewing' && <ViewPromptDialog prompt={opened.prompt} {...actions} onClose={close} />}
        {opened.name === 'versions' && (
          <VersionsDialog
            prompt={opened.prompt}
            onRestored={(saved) => grid.current?.returnTo(saved.prompt_id)}
            onClose={close}
          />
        )}
        {opened.name === 'deleting' && (
          <DeletePromptDialog prompt={opened.prompt} onClose={close} onDeleted={() => grid.current?.enter()} />
        )}
        {opened.name === 'variables' && (
          <VariablesForm prompt={opened.prompt} target={target} onInserted={onClose} onClose={close} />
        )}
      </Suspense>
    </>
  );
}

function NoPrompts({ filter, search, onClear }: { filter: PromptFilter; search: string; onClear: () => void }) {
  const isSearch = search.trim() !== '';
  if (isSearch || isNarrowed(filter))
    return (
      <EmptyState
        title={isSearch ? promptTexts.noResults : promptTexts.noMatches}
        action={<Button onClick={onClear}>{promptTexts.clearFilters}</Button>}
      />
    );
  const { title, line } = promptTexts.empty[filter.tab];
  return <EmptyState icon={<BookStar20Regular />} title={title} line={line} />;
}

/** Follows a text after a pause in typing; an emptied one at once. */
function useDebounced(text: string, delayMs: number): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === '' ? 0 : delayMs);
    return () => clearTimeout(timer);
  }, [text, delayMs]);
  return settled;
}
