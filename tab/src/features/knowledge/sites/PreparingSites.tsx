import { Spinner } from '@fluentui/react-components';
import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { DATE_LOCALE } from '#contract/limits.ts';
import { knowledgeTexts } from '#tab/features/knowledge/knowledge.texts.ts';
import { useSitePanelStyles } from './SitePanel.styles.ts';
import { loadSites } from './sites.actions.ts';
import { sites } from './sites.state.ts';

const POLL_MS = 5_000;
const names = new Intl.ListFormat(DATE_LOCALE, { type: 'conjunction' });

/** Names the sites whose files are being read, and looks again until all are ready. */
export function PreparingSites() {
  const styles = useSitePanelStyles();
  const { accessible, preparing } = useSnapshot(sites);
  useEffect(() => {
    if (preparing.length === 0) return undefined;
    const timer = setTimeout(() => void loadSites(), POLL_MS);
    return () => clearTimeout(timer);
  }, [preparing]);
  const unready = accessible.filter(({ SiteId }) => preparing.includes(SiteId));
  return (
    <div role="status" className={styles.preparing}>
      {unready.length > 0 && (
        <>
          <Spinner size="extra-tiny" aria-hidden />
          {knowledgeTexts.preparing(names.format(unready.map(({ SiteName }) => SiteName)))}
        </>
      )}
    </div>
  );
}
