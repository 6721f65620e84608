import { Subtitle1, Text } from '@fluentui/react-components';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Site } from '#contract/sites/sites.ts';
import { ErrorMessage } from '#tab/ui/ErrorMessage.tsx';
import { Logo } from '#tab/ui/Logo.tsx';
import { chats } from '#tab/features/chat/chat.state.ts';
import { knowledgeTexts } from '#tab/features/knowledge/knowledge.texts.ts';
import { searches, getSelectedSiteId, getSelectedSites } from '#tab/features/knowledge/siteSelection.state.ts';
import { SitePanelFooter } from './SitePanelFooter.tsx';
import { CardSkeletons, SiteCards } from './SiteCards.tsx';
import { SiteActions } from './SiteActions.tsx';
import { useSitePanelStyles } from './SitePanel.styles.ts';
import { PreparingSites } from './PreparingSites.tsx';
import { loadSites } from './sites.actions.ts';
import { sites } from './sites.state.ts';

/** A search without entries: the sites, and the actions for the selected one. */
export default function SitePanel() {
  const styles = useSitePanelStyles();
  const { openId } = useSnapshot(chats);
  const { list } = useSnapshot(sites);
  if (openId === null) return null;
  return (
    <div className={styles.panel}>
      <div className={styles.head}>
        <Logo size={40} />
        <Subtitle1 as="h1" className={styles.line}>
          {knowledgeTexts.welcome}
        </Subtitle1>
        <Text className={styles.hint}>{knowledgeTexts.welcomeLine}</Text>
      </div>
      <div className={styles.column}>
        {list.name === 'failed' && (
          <div role="alert">
            <ErrorMessage text={list.detail} retry={{ label: knowledgeTexts.retry, action: () => void loadSites() }} />
          </div>
        )}
        {(list.name === 'loading' || list.name === 'idle') && <CardSkeletons />}
        {list.name === 'ready' && <ReadySites chatId={openId} />}
      </div>
    </div>
  );
}

function ReadySites({ chatId }: { chatId: string }) {
  const styles = useSitePanelStyles();
  const { accessible, inaccessible } = useSnapshot(sites);
  const search = useSnapshot(searches)[chatId];
  const selectedId = getSelectedSiteId(search);
  const site = accessible.find((item) => item.SiteId === selectedId);
  const [boxOpen, setBoxOpen] = useState(false);
  if (accessible.length === 0) {
    const configured = inaccessible.length > 0;
    return (
      <>
        <Text align="center">{configured ? knowledgeTexts.noAccess : knowledgeTexts.notConfigured}</Text>
        <SitePanelFooter boxOpen={configured || boxOpen} onBoxOpen={setBoxOpen} />
      </>
    );
  }
  return (
    <>
      <SiteCards chatId={chatId} sites={accessible as Site[]} chosen={getSelectedSites(search)} />
      <PreparingSites />
      <div className={styles.actions}>{site && <SiteActions site={site} />}</div>
      <SitePanelFooter boxOpen={boxOpen} onBoxOpen={setBoxOpen} />
    </>
  );
}
