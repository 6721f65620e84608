import { Combobox, Field, Option } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import { getSiteCandidates } from '#contract/sites/sites.ts';
import { api } from '#tab/api.ts';
import { knowledgeTexts } from '#tab/features/knowledge/knowledge.texts.ts';
import { normalizeSiteId } from '#tab/features/knowledge/sites/sites.rules.ts';
import { sites } from '#tab/features/knowledge/sites/sites.state.ts';
import type { SiteCandidate } from './createCorpus.actions.ts';
import { useCreateStyles } from './createCorpus.styles.ts';
import { useFetched } from '#tab/state/useFetched.ts';

const texts = knowledgeTexts.create;

const fetchCandidates = (search: string, signal: AbortSignal) => api.call(getSiteCandidates, { search }, { signal });

interface OwnedSitePickerProps {
  site: SiteCandidate | null;
  disabled: boolean;
  onSite: (site: SiteCandidate | null) => void;
}

/** Picker for a site that the person owns and that has no corpus yet. */
export function OwnedSitePicker({ site, disabled, onSite }: OwnedSitePickerProps) {
  const styles = useCreateStyles();
  const [typed, setTyped] = useState(site?.displayName ?? '');
  const [search, setSearch] = useState('');
  const [found] = useFetched(search, fetchCandidates, texts.sitesFailed);
  const { accessible } = useSnapshot(sites);
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed === site?.displayName ? '' : typed.trim()), SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed, site]);

  const corpora = new Set(accessible.map(({ SiteId }) => SiteId));
  const candidates =
    found.name === 'ready' ? found.value.value.filter(({ id }) => !corpora.has(normalizeSiteId(id))) : [];
  const failed = found.name === 'failed' ? { validationMessage: texts.sitesFailed } : {};
  return (
    <Field label={texts.site} required {...failed}>
      <Combobox
        className={styles.control}
        freeform
        disabled={disabled}
        placeholder={texts.sitePlaceholder}
        value={typed}
        selectedOptions={site ? [site.id] : []}
        onChange={({ target }) => {
          setTyped(target.value);
          if (site) onSite(null);
        }}
        onOptionSelect={(_, { optionValue }) => {
          const chosen = candidates.find(({ id }) => id === optionValue) ?? null;
          if (!chosen) return;
          setTyped(chosen.displayName);
          onSite(chosen);
        }}
      >
        {candidates.map(({ id, displayName }) => (
          <Option key={id} value={id} text={displayName}>
            {displayName}
          </Option>
        ))}
        {found.name === 'ready' && candidates.length === 0 && (
          <Option disabled text={texts.noSites} value="">
            {search === '' ? texts.noSites : knowledgeTexts.noSiteFound}
          </Option>
        )}
      </Combobox>
    </Field>
  );
}
