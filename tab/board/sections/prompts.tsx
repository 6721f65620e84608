import { useEffect, useState } from 'react';
import type { Prompt } from '#contract/prompts/prompts.ts';
import type { PromptTab } from '#contract/prompts/promptRules.ts';
import DeletePromptDialog from '#tab/features/prompts/DeletePromptDialog.tsx';
import EditPromptDialog from '#tab/features/prompts/EditPromptDialog.tsx';
import { PromptCard } from '#tab/features/prompts/PromptCard.tsx';
import { PromptConflict } from '#tab/features/prompts/PromptConflict.tsx';
import { PromptFilters } from '#tab/features/prompts/PromptFilters.tsx';
import { PromptForm } from '#tab/features/prompts/PromptForm.tsx';
import PromptLibraryDialog from '#tab/features/prompts/PromptLibraryDialog.tsx';
import { prompts, setPrompts } from '#tab/features/prompts/prompts.state.ts';
import { usePromptStyles } from '#tab/features/prompts/prompts.styles.ts';
import { promptTexts } from '#tab/features/prompts/prompts.texts.ts';
import {
  emptyFields,
  emptyFilter,
  toFields,
  type FieldErrors,
  type PromptFields,
} from '#tab/features/prompts/prompts.rules.ts';
import SuggestedPrompts from '#tab/features/prompts/SuggestedPrompts.tsx';
import VariablesForm from '#tab/features/prompts/VariablesForm.tsx';
import VersionsDialog from '#tab/features/prompts/VersionsDialog.tsx';
import ViewPromptDialog from '#tab/features/prompts/ViewPromptDialog.tsx';
import { makePrompt } from '#tab/testing/promptStory.ts';
import { Modal } from '#tab/ui/Modal.tsx';
import { drawStates, ignore, type Drawing } from '#board/example.ts';

const FRAME_PX = 620;

const target = { editorId: 'board', mentions: false };
const offer = makePrompt({
  prompt_id: 'offer',
  prompt_title: 'Offer for a client',
  prompt_text: 'Write an offer for {{client}} on {{subject}}. Name the price, the date of delivery and who to ask.',
  labels: 'word,pdf,excel,email',
  labels_text: 'Word, PDF, Excel, Email',
});
const shared = makePrompt({
  prompt_id: 'shared',
  prompt_title: 'Check a travel claim against the handbook, page by page, before it is paid',
  prompt_text: 'Compare the claim with the handbook.',
  labels: 'pdf',
  labels_text: 'PDF',
  is_private: false,
  teams: '1',
  creator_name: 'Ben Okafor',
  mine: false,
  can: { edit: false, delete: false },
});

const cards: Record<string, Prompt> = {
  'private, four file types': offer,
  "another person's, long title": shared,
  'for everyone, one long word': makePrompt({
    prompt_title: 'Tea',
    prompt_text: 'Donaudampfschifffahrtsgesellschaftskapitänsmütze'.repeat(4),
    is_private: false,
  }),
};

const actions = { onUse: ignore, onView: ignore, onEdit: ignore, onVersions: ignore, onDelete: ignore };

const tabs: Record<PromptTab, true> = { all: true, shared: true, mine: true };

const forms: Record<string, { fields: PromptFields; errors: FieldErrors }> = {
  empty: { fields: emptyFields, errors: {} },
  'with every error': {
    fields: { ...emptyFields, isShared: true },
    errors: {
      title: promptTexts.form.errors.title,
      text: promptTexts.form.errors.text,
      teams: promptTexts.form.errors.teams,
    },
  },
  'shared with a team': { fields: toFields(shared), errors: {} },
  'shared with everyone': { fields: { ...toFields(offer), isShared: true, isForEveryone: true }, errors: {} },
};

function Form({ fields, errors }: { fields: PromptFields; errors: FieldErrors }) {
  const styles = usePromptStyles();
  return (
    <div className={styles.column}>
      <PromptForm fields={fields} errors={errors} onChange={ignore} onSubmit={ignore} />
    </div>
  );
}

type Loading = (typeof prompts)['loading'];
const loadings: { [Name in Loading['name']]: Extract<Loading, { name: Name }> } = {
  idle: { name: 'idle' },
  loading: { name: 'loading' },
  ready: { name: 'ready', at: Date.now() },
  failed: { name: 'failed' },
};

function Library({ loading, list }: { loading: Loading; list: readonly Prompt[] }) {
  useState(() => setPrompts(list));
  // After the library has started to load.
  useEffect(() => {
    prompts.loading = loading;
  }, [loading]);
  return <PromptLibraryDialog target={target} onClose={ignore} />;
}

function Suggested() {
  useState(() => setPrompts([offer, shared]));
  return <SuggestedPrompts target={target} fileTypes={['PDF']} />;
}

/** The prompt library and its dialogs. */
export const promptDrawings: Drawing[] = [
  drawStates('PromptCard', cards, (prompt) => (
    <PromptCard {...actions} prompt={prompt} isTabStop onFocused={ignore} onKeyDown={ignore} />
  )),
  drawStates('PromptFilters', tabs, (_, tab) => (
    <PromptFilters
      filter={{ ...emptyFilter, tab, team: '1' }}
      typed=""
      count={tab === 'mine' ? 1 : 10_000}
      isTruncated={tab === 'all'}
      onFilter={ignore}
      onType={ignore}
      onEnterGrid={ignore}
    />
  )),
  drawStates('PromptForm', forms, (form) => <Form {...form} />),
  { component: 'SuggestedPrompts', examples: [{ state: 'two', draw: () => <Suggested /> }] },
  {
    ...drawStates('PromptLibraryDialog', loadings, (loading, name) => (
      <Library loading={loading} list={name === 'ready' ? Object.values(cards) : []} />
    )),
    framePx: FRAME_PX,
  },
  {
    component: 'PromptLibraryDialog: empty',
    examples: [{ state: 'ready', draw: () => <Library loading={loadings.ready} list={[]} /> }],
    framePx: FRAME_PX,
  },
];

/** In a section of their own, because Chromium does not draw more than two dozen frames of a page. */
export const promptDialogDrawings: Drawing[] = [
  {
    component: 'dialogs of a prompt',
    examples: [
      { state: 'view', draw: () => <ViewPromptDialog {...actions} prompt={offer} onClose={ignore} /> },
      { state: 'create', draw: () => <EditPromptDialog prompt={null} onSaved={ignore} onClose={ignore} /> },
      { state: 'edit', draw: () => <EditPromptDialog prompt={shared} onSaved={ignore} onClose={ignore} /> },
      {
        state: 'versions, loading',
        draw: () => <VersionsDialog prompt={offer} onRestored={ignore} onClose={ignore} />,
      },
      { state: 'delete', draw: () => <DeletePromptDialog prompt={offer} onDeleted={ignore} onClose={ignore} /> },
      {
        state: 'variables',
        draw: () => <VariablesForm prompt={offer} target={target} onInserted={ignore} onClose={ignore} />,
      },
      {
        state: 'conflict',
        draw: () => (
          <Modal title={promptTexts.conflict.title} modalType="alert" onClose={ignore}>
            <PromptConflict
              mine={{ ...toFields(offer), text: 'Write an offer.', isShared: true, isForEveryone: true }}
              theirs={offer}
              onMine={ignore}
              onTheirs={ignore}
              onBoth={ignore}
              onBack={ignore}
            />
          </Modal>
        ),
      },
    ],
    framePx: FRAME_PX,
  },
];
