import { Button, Checkbox, DialogActions, DialogContent, Field, Textarea } from '@fluentui/react-components';
import { useRef, useState, type KeyboardEvent } from 'react';
import { MAX_PROMPT_CHARACTERS } from '#contract/limits.ts';
import type { Prompt } from '#contract/prompts/prompts.ts';
import { fillVariables, findVariables } from '#contract/prompts/promptVariables.ts';
import type { PromptTarget } from '#tab/shell/dialogs.ts';
import { Modal } from '#tab/ui/Modal.tsx';
import { isComposing } from '#tab/ui/isComposing.ts';
import { insertText } from './prompts.actions.ts';
import { usePromptStyles } from './prompts.styles.ts';
import { promptTexts } from './prompts.texts.ts';

const texts = promptTexts.variables;

interface Props {
  prompt: Pick<Prompt, 'prompt_title' | 'prompt_text'>;
  target: PromptTarget;
  onInserted: () => void;
  onClose: () => void;
}

/** Asks for the variables of a prompt and inserts it. A variable stays as written only if the person chooses so. */
export default function VariablesForm({ prompt, target, onInserted, onClose }: Props) {
  const styles = usePromptStyles();
  const content = useRef<HTMLDivElement>(null);
  const [values, setValues] = useState<ReadonlyMap<string, string>>(new Map());
  const [isChecked, setChecked] = useState(false);
  const [keepsEmpty, setKeepsEmpty] = useState(false);
  const variables = findVariables(prompt.prompt_text);
  const filled = new Map([...values].filter(([, value]) => value.trim() !== ''));
  const text = fillVariables(prompt.prompt_text, filled);
  const missing = variables.filter(({ key }) => !filled.has(key));
  const insert = () => {
    if (missing.length > 0 && !keepsEmpty) {
      setChecked(true);
      const index = variables.findIndex(({ key }) => key === missing[0]?.key);
      return content.current?.querySelectorAll('textarea')[index]?.focus();
    }
    insertText(target, text);
    onInserted();
  };
  // As in the composer, Enter presses the button, and Shift+Enter inserts a new line.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return;
    event.preventDefault();
    insert();
  };
  return (
    <Modal title={texts.title(prompt.prompt_title)} modalType="work" className={styles.form} onClose={onClose}>
      <DialogContent>
        <div ref={content} className={styles.column}>
          <span>{texts.line}</span>
          {variables.map(({ key, name }) => (
            <Field
              key={key}
              label={name}
              {...(isChecked && !keepsEmpty && !filled.has(key)
                ? { validationState: 'error' as const, validationMessage: texts.missing(name) }
                : {})}
            >
              <Textarea
                rows={1}
                resize="vertical"
                value={values.get(key) ?? ''}
                maxLength={MAX_PROMPT_CHARACTERS}
                onChange={(_, { value }) => setValues(new Map(values).set(key, value))}
                onKeyDown={onKeyDown}
              />
            </Field>
          ))}
          {isChecked && (
            <Checkbox
              label={texts.keep}
              checked={keepsEmpty}
              onChange={(_, { checked }) => setKeepsEmpty(checked === true)}
            />
          )}
          <div className={styles.text} tabIndex={0} role="group" aria-label={texts.preview}>
            {text}
          </div>
        </div>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{promptTexts.cancel}</Button>
        <Button appearance="primary" onClick={insert}>
          {texts.insert}
        </Button>
      </DialogActions>
    </Modal>
  );
}
