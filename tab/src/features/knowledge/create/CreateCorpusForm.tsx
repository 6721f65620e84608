import { Field, MessageBar, MessageBarBody, Text, Textarea } from '@fluentui/react-components';
import { MAX_DESCRIPTION_CHARACTERS, MAX_GUIDING_PROMPT_CHARACTERS } from '#contract/sites/sites.ts';
import { ErrorMessage } from '#tab/ui/ErrorMessage.tsx';
import { knowledgeTexts } from '#tab/features/knowledge/knowledge.texts.ts';
import { useCreateStyles } from './createCorpus.styles.ts';
import type { CorpusForm } from './createCorpus.actions.ts';
import { LibraryPicker } from './LibraryPicker.tsx';
import { OwnedSitePicker } from './OwnedSitePicker.tsx';

const texts = knowledgeTexts.create;

/** Message below the form. */
export type FormNote = { name: 'none' } | { name: 'warning'; text: string } | { name: 'error'; text: string };

interface CreateCorpusFormProps {
  form: CorpusForm;
  note: FormNote;
  disabled: boolean;
  onForm: (change: Partial<CorpusForm>) => void;
}

/** The first step: site, library, and optionally description and prompt. */
export function CreateCorpusForm({ form, note, disabled, onForm }: CreateCorpusFormProps) {
  const styles = useCreateStyles();
  return (
    <>
      <Text>{texts.purpose}</Text>
      <OwnedSitePicker site={form.site} disabled={disabled} onSite={(site) => onForm({ site, library: null })} />
      <LibraryPicker
        siteId={form.site?.id ?? null}
        library={form.library}
        disabled={disabled}
        onLibrary={(library) => onForm({ library })}
      />
      <Field label={texts.description} hint={texts.descriptionHint}>
        <Textarea
          rows={3}
          disabled={disabled}
          maxLength={MAX_DESCRIPTION_CHARACTERS}
          value={form.description}
          onChange={(_, { value }) => onForm({ description: value })}
        />
      </Field>
      <Field label={texts.prompt} hint={texts.promptHint}>
        <Textarea
          rows={4}
          disabled={disabled}
          maxLength={MAX_GUIDING_PROMPT_CHARACTERS}
          value={form.prompt}
          onChange={(_, { value }) => onForm({ prompt: value })}
        />
      </Field>
      <div role="alert" className={styles.note}>
        {note.name === 'warning' && (
          <MessageBar intent="warning">
            <MessageBarBody>{note.text}</MessageBarBody>
          </MessageBar>
        )}
        {note.name === 'error' && <ErrorMessage text={note.text} />}
      </div>
    </>
  );
}
