import { Dropdown, Field, Option, OptionGroup } from '@fluentui/react-components';
import { getSiteLibraries } from '#contract/sites/sites.ts';
import { api } from '#tab/api.ts';
import { knowledgeTexts } from '#tab/features/knowledge/knowledge.texts.ts';
import { normalizeSiteId } from '#tab/features/knowledge/sites/sites.rules.ts';
import type { Library } from './createCorpus.actions.ts';
import { useCreateStyles } from './createCorpus.styles.ts';
import { useFetched } from '#tab/state/useFetched.ts';

const texts = knowledgeTexts.create;

const fetchLibraries = (siteId: string, signal: AbortSignal) =>
  api.call(getSiteLibraries, { site_id: normalizeSiteId(siteId) }, { signal });

interface LibraryPickerProps {
  /** `null` before a site is chosen. */
  siteId: string | null;
  library: Library | null;
  disabled: boolean;
  onLibrary: (library: Library | null) => void;
}

/** Picker for the library or list that the corpus is made from. */
export function LibraryPicker({ siteId, library, disabled, onLibrary }: LibraryPickerProps) {
  const styles = useCreateStyles();
  const [found] = useFetched(siteId, fetchLibraries, texts.librariesFailed);
  const all = found.name === 'ready' ? found.value.value : [];
  const empty = found.name === 'ready' && all.length === 0;
  const message = found.name === 'failed' ? texts.librariesFailed : empty ? texts.noLibraries : undefined;
  const group = (kind: Library['kind'], label: string) => {
    const listed = all.filter((item) => item.kind === kind);
    if (listed.length === 0) return null;
    return (
      <OptionGroup label={label}>
        {listed.map(({ id, name }) => (
          <Option key={id} value={id}>
            {name}
          </Option>
        ))}
      </OptionGroup>
    );
  };
  return (
    <Field label={texts.library} required {...(message ? { validationMessage: message } : {})}>
      <Dropdown
        className={styles.control}
        disabled={disabled || siteId === null || all.length === 0}
        placeholder={siteId === null ? texts.chooseSiteFirst : texts.libraryPlaceholder}
        value={library?.name ?? ''}
        selectedOptions={library ? [library.id] : []}
        onOptionSelect={(_, { optionValue }) => onLibrary(all.find((item) => item.id === optionValue) ?? null)}
      >
        {group('library', texts.libraries)}
        {group('list', texts.lists)}
      </Dropdown>
    </Field>
  );
}
