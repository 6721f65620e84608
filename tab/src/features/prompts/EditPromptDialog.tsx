import { Button, DialogActions, DialogContent, MessageBar, MessageBarBody, Spinner } from '@fluentui/react-components';
import { useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Prompt } from '#contract/prompts/prompts.ts';
import { makeCopyTitle } from '#contract/text/copyTitle.ts';
import { ErrorMessage } from '#tab/ui/ErrorMessage.tsx';
import { Modal } from '#tab/ui/Modal.tsx';
import { PromptConflict } from './PromptConflict.tsx';
import { PromptForm } from './PromptForm.tsx';
import { createPrompt, updatePrompt } from './prompts.actions.ts';
import { checkFields, emptyFields, isChanged, toFields, type FieldErrors, type PromptFields } from './prompts.rules.ts';
import { prompts } from './prompts.state.ts';
import { usePromptStyles } from './prompts.styles.ts';
import { promptTexts } from './prompts.texts.ts';

const texts = promptTexts.form;

interface Props {
  /** The prompt to change; null creates one. */
  prompt: Prompt | null;
  onSaved: (prompt: Prompt) => void;
  onClose: () => void;
}

type State =
  | { name: 'writing' }
  | { name: 'saving' }
  | { name: 'failed'; detail: string }
  /** Another device saved `theirs`. */
  | { name: 'conflict'; theirs: Prompt }
  /** Another device deleted the prompt. */
  | { name: 'deleted' }
  /** The person closes the form, which has changes. */
  | { name: 'leaving' };

/** Creates or changes a prompt. */
export default function EditPromptDialog({ prompt, onSaved, onClose }: Props) {
  const styles = usePromptStyles();
  const known = useSnapshot(prompts).items.list as readonly Prompt[];
  // The prompt that the form was filled with. After a conflict, it can be the version of the other device.
  const [base, setBase] = useState(prompt);
  const [fields, setFields] = useState<PromptFields>(() => (prompt ? toFields(prompt) : emptyFields));
  const [state, setState] = useState<State>({ name: 'writing' });
  const [isChecked, setChecked] = useState(false);
  const form = useRef<HTMLDivElement>(null);
  // A repeated call, whose reply was lost, doesn't create a second prompt.
  const [newId, setNewId] = useState<string>(() => crypto.randomUUID());
  const wrong = checkFields(fields, known, base);
  const isBusy = state.name === 'saving';

  const succeed = (saved: Prompt) => {
    onClose();
    onSaved(saved);
  };
  const run = async (work: () => Promise<void>) => {
    setState({ name: 'saving' });
    try {
      await work();
    } catch (cause) {
      setState({ name: 'failed', detail: (cause as Error).message });
    }
  };
  const create = (content: PromptFields, promptId = newId) =>
    run(async () => succeed(await createPrompt(content, promptId)));
  const update = ({ prompt_id }: Prompt, version: number) =>
    run(async () => {
      const saved = await updatePrompt(prompt_id, fields, version);
      if (saved.name === 'saved') succeed(saved.prompt);
      else setState(saved);
    });
  const save = () => {
    if (isBusy) return;
    setChecked(true);
    if (Object.keys(wrong).length > 0) return focusFirstError(form, wrong);
    if (base === null) void create(fields);
    else void update(base, base.version);
  };
  const saveAsNew = () => {
    setBase(null);
    const promptId = crypto.randomUUID();
    setNewId(promptId);
    const titles = known.map(({ prompt_title: taken }) => taken);
    const title = checkFields(fields, known, null).title ? makeCopyTitle(fields.title, titles) : fields.title;
    setFields({ ...fields, title });
    void create({ ...fields, title }, promptId);
  };
  const leave = () => {
    if (state.name === 'leaving') return setState({ name: 'writing' });
    const initial = base ? toFields(base) : emptyFields;
    if (isBusy) return;
    if (isChanged(fields, initial)) setState({ name: 'leaving' });
    else onClose();
  };

  // The conflict is shown in the same dialog: a second one that replaces it can stay hidden behind the library.
  if (state.name === 'conflict' && base) {
    const { theirs } = state;
    const goBack = () => {
      setBase(theirs);
      setState({ name: 'writing' });
    };
    return (
      <Modal title={promptTexts.conflict.title} modalType="alert" className={styles.conflict} onClose={goBack}>
        <PromptConflict
          mine={fields}
          theirs={theirs}
          onMine={() => void update(base, theirs.version)}
          onTheirs={() => succeed(theirs)}
          onBoth={saveAsNew}
          onBack={goBack}
        />
      </Modal>
    );
  }
  return (
    <Modal title={base === null ? texts.create : texts.edit} modalType="work" className={styles.form} onClose={leave}>
      <DialogContent>
        <div ref={form} className={styles.column}>
          <PromptForm
            fields={fields}
            errors={isChecked ? wrong : pickExisting(wrong)}
            onChange={(next) => {
              setFields(next);
              if (state.name !== 'saving' && state.name !== 'deleted') setState({ name: 'writing' });
            }}
            onSubmit={save}
          />
          {state.name === 'failed' && <ErrorMessage text={state.detail} />}
          {state.name === 'deleted' && (
            <MessageBar intent="warning" layout="multiline" role="alert">
              <MessageBarBody>{texts.deleted}</MessageBarBody>
            </MessageBar>
          )}
        </div>
      </DialogContent>
      {state.name === 'leaving' ? (
        <DialogActions>
          <span role="alert" className={styles.confirm}>
            {texts.discard}
          </span>
          <Button onClick={onClose}>{texts.discardAction}</Button>
          <Button appearance="primary" ref={takeFocus} onClick={() => setState({ name: 'writing' })}>
            {texts.keepEditing}
          </Button>
        </DialogActions>
      ) : (
        <DialogActions>
          <Button onClick={leave}>{promptTexts.cancel}</Button>
          <Button
            appearance="primary"
            disabledFocusable={isBusy}
            icon={isBusy ? <Spinner size="tiny" aria-hidden /> : null}
            onClick={state.name === 'deleted' ? saveAsNew : save}
          >
            {state.name === 'deleted'
              ? texts.saveAsNew
              : isBusy
                ? texts.saving
                : base
                  ? texts.save
                  : texts.createAction}
          </Button>
        </DialogActions>
      )}
    </Modal>
  );
}

/** A title that exists is reported while the person types, missing fields when they save. */
function pickExisting({ title }: FieldErrors): FieldErrors {
  return title === texts.errors.exists ? { title } : {};
}

function focusFirstError(form: React.RefObject<HTMLDivElement | null>, wrong: FieldErrors): void {
  const first = (['title', 'text', 'teams'] as const).find((name) => wrong[name]);
  const field = form.current?.querySelector<HTMLElement>(`[data-field=${first}]`);
  (field?.matches('input, textarea') ? field : field?.querySelector<HTMLElement>('input, textarea'))?.focus();
}

/** The question replaces the buttons, one of which can have had the focus. */
function takeFocus(button: HTMLElement | null): void {
  button?.focus();
}
