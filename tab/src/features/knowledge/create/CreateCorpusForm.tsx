import { Field, MessageBar, MessageBarBody, Text, Textarea } from '@fluentui/react-components';
import { MAX_DESCRIPTION_CHARACTERS, MAX_GUIDING_PROMPT_CHARACTERS } from '../../../../../api/contract/sites.ts';
import { ErrorLine } from '../../../ui/ErrorMessage.tsx';
import { knowledgeTexts } from '../knowledge.texts.ts';
import { useCreateStyles } from './createCorpus.styles.ts';
import type { CorpusForm } from './createCorpus.actions.ts';
import { LibraryPicker } from './LibraryPicker.tsx';
import { SitePicker } from './SitePicker.tsx';

const words = knowledgeTexts.create;

/** What stands under the form. */
export type FormNote = { name: 'none' } | { name: 'warning'; text: string } | { name: 'error'; text: string };

interface CreateFormProps {
  form: CorpusForm;
  note: FormNote;
  disabled: boolean;
  onForm: (change: Partial<CorpusForm>) => void;
}

/** The first step: a site, where its files are, and if wanted what they are about. */
export function CreateForm({ form, note, disabled, onForm }: CreateFormProps) {
  const styles = useCreateStyles();
  return (
    <>
      <Text>{words.purpose}</Text>
      <SitePicker site={form.site} disabled={disabled} onSite={(site) => onForm({ site, library: null })} />
      <LibraryPicker
        siteId={form.site?.id ?? null}
        library={form.library}
        disabled={disabled}
        onLibrary={(library) => onForm({ library })}
      />
      <Field label={words.description} hint={words.descriptionHint}>
        <Textarea
          rows={3}
          disabled={disabled}
          maxLength={MAX_DESCRIPTION_CHARACTERS}
          value={form.description}
          onChange={(_, { value }) => onForm({ description: value })}
        />
      </Field>
      <Field label={words.prompt} hint={words.promptHint}>
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
        {note.name === 'error' && <ErrorLine text={note.text} />}
      </div>
    </>
  );
}
