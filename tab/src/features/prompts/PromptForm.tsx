import { Checkbox, Dropdown, Field, Input, mergeClasses, Option, Textarea } from '@fluentui/react-components';
import { useId, type KeyboardEvent } from 'react';
import { MAX_PROMPT_CHARACTERS, MAX_TITLE_CHARACTERS } from '#contract/limits.ts';
import { promptLabels, type PromptLabel } from '#contract/prompts/promptLabels.ts';
import { findVariables } from '#contract/prompts/promptVariables.ts';
import { SettingSwitch } from '#tab/ui/SettingSwitch.tsx';
import { isComposing } from '#tab/ui/isComposing.ts';
import { allLabels, setShared, type FieldErrors, type PromptFields } from './prompts.rules.ts';
import { usePromptStyles } from './prompts.styles.ts';
import { promptTexts } from './prompts.texts.ts';
import { useTeams } from './useTeams.ts';

const texts = promptTexts.form;

interface Props {
  fields: PromptFields;
  errors: FieldErrors;
  onChange: (fields: PromptFields) => void;
  /** Called for Ctrl+Enter, or for Enter in the title. */
  onSubmit: () => void;
}

/** Title, text, file types and sharing of a prompt. */
export function PromptForm({ fields, errors, onChange, onSubmit }: Props) {
  const variables = findVariables(fields.text).map(({ name }) => name);
  const submitOn = (isWanted: (event: KeyboardEvent) => boolean) => (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isComposing(event) || !isWanted(event)) return;
    event.preventDefault();
    onSubmit();
  };
  return (
    <>
      <Field label={texts.title} required {...toValidation(errors.title)}>
        <Input
          data-field="title"
          value={fields.title}
          maxLength={MAX_TITLE_CHARACTERS}
          onChange={(_, { value }) => onChange({ ...fields, title: value })}
          onKeyDown={submitOn(() => true)}
        />
      </Field>
      <Field
        label={texts.text}
        required
        hint={variables.length > 0 ? texts.variables(variables) : texts.textHint}
        {...toValidation(errors.text)}
      >
        <Textarea
          data-field="text"
          rows={5}
          resize="vertical"
          value={fields.text}
          maxLength={MAX_PROMPT_CHARACTERS}
          onChange={(_, { value }) => onChange({ ...fields, text: value })}
          onKeyDown={submitOn((event) => event.ctrlKey || event.metaKey)}
        />
      </Field>
      <Field label={texts.labels} hint={texts.labelsHint}>
        <Dropdown
          multiselect
          value={fields.labels.map((label) => promptLabels[label].name).join(', ') || texts.noLabels}
          selectedOptions={[...fields.labels]}
          onOptionSelect={(_, { selectedOptions }) =>
            onChange({ ...fields, labels: allLabels.filter((label) => selectedOptions.includes(label)) })
          }
        >
          {allLabels.map((label: PromptLabel) => (
            <Option key={label} value={label}>
              {promptLabels[label].name}
            </Option>
          ))}
        </Dropdown>
      </Field>
      <SettingSwitch
        label={texts.share}
        hint={texts.shareHint}
        checked={fields.isShared}
        onChange={(isShared) => onChange(setShared(fields, isShared))}
      />
      {fields.isShared && <TeamList fields={fields} error={errors.teams} onChange={onChange} />}
    </>
  );
}

const toValidation = (error: string | undefined) =>
  error === undefined ? {} : { validationState: 'error' as const, validationMessage: error };

interface TeamListProps {
  fields: PromptFields;
  error: string | undefined;
  onChange: (fields: PromptFields) => void;
}

/** Teams to choose, below the choice of everybody, which replaces them. */
function TeamList({ fields, error, onChange }: TeamListProps) {
  const styles = usePromptStyles();
  const errorId = useId();
  const teams = useTeams();
  const { isForEveryone, teams: chosen } = fields;
  // A team that its creator can no longer read stays until they remove it.
  const others = chosen.filter((id) => teams.every((team) => team.id !== id));
  const listed = [...teams, ...others.map((id) => ({ id, name: promptTexts.otherTeam }))];
  const toggle = (id: string) =>
    onChange({ ...fields, teams: chosen.includes(id) ? chosen.filter((team) => team !== id) : [...chosen, id] });
  return (
    <fieldset className={styles.fieldset} aria-describedby={error ? errorId : undefined}>
      <legend className={styles.legend}>{texts.teams}</legend>
      {error !== undefined && (
        <div id={errorId} role="alert" className={styles.error}>
          {error}
        </div>
      )}
      <div data-field="teams" className={mergeClasses(styles.teams, error !== undefined && styles.invalid)}>
        <Checkbox
          checked={isForEveryone}
          label={promptTexts.everyone}
          onChange={() => onChange({ ...fields, isForEveryone: !isForEveryone })}
        />
        {listed.map(({ id, name }) => (
          <Checkbox
            key={id}
            checked={!isForEveryone && chosen.includes(id)}
            disabled={isForEveryone}
            label={name}
            onChange={() => toggle(id)}
          />
        ))}
        {listed.length === 0 && <span className={styles.note}>{texts.noTeams}</span>}
      </div>
    </fieldset>
  );
}
