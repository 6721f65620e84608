import { Subtitle1, Text } from '@fluentui/react-components';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Site } from '../../../../../api/contract/sites.ts';
import { ErrorLine } from '../../../ui/ErrorMessage.tsx';
import { Mark } from '../../../ui/Logo.tsx';
import { chats } from '../../chat/chat.state.ts';
import { knowledgeTexts } from '../knowledge.texts.ts';
import { searches, siteIdOf } from '../siteSelection.state.ts';
import { BelowSites } from './SitePanelFooter.tsx';
import { CardSkeletons, SiteCards } from './SiteCards.tsx';
import { SiteActions } from './SiteActions.tsx';
import { useSitePanelStyles } from './SitePanel.styles.ts';
import { loadSites } from './sites.actions.ts';
import { sites } from './sites.state.ts';

/** An empty search: the sites to choose from, and what can be done with the chosen one. */
export default function SitePanel() {
  const styles = useSitePanelStyles();
  const { openId } = useSnapshot(chats);
  const { list } = useSnapshot(sites);
  if (openId === null) return null;
  return (
    <div className={styles.panel}>
      <div className={styles.head}>
        <Mark size={40} />
        <Subtitle1 as="h1" className={styles.line}>
          {knowledgeTexts.welcome}
        </Subtitle1>
        <Text className={styles.hint}>{knowledgeTexts.welcomeLine}</Text>
      </div>
      <div className={styles.column}>
        {list.name === 'failed' && (
          <div role="alert">
            <ErrorLine text={list.detail} retry={{ label: knowledgeTexts.retry, action: () => void loadSites() }} />
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
  const chosen = siteIdOf(useSnapshot(searches)[chatId]);
  const site = accessible.find((each) => each.SiteId === chosen);
  const [boxOpen, setBoxOpen] = useState(false);
  if (accessible.length === 0) {
    const configured = inaccessible.length > 0;
    return (
      <>
        <Text align="center">{configured ? knowledgeTexts.noAccess : knowledgeTexts.notConfigured}</Text>
        <BelowSites boxOpen={configured || boxOpen} onBoxOpen={setBoxOpen} />
      </>
    );
  }
  return (
    <>
      <SiteCards chatId={chatId} sites={accessible as Site[]} chosen={chosen} />
      <div className={styles.actions}>{site && <SiteActions site={site} />}</div>
      <BelowSites boxOpen={boxOpen} onBoxOpen={setBoxOpen} />
    </>
  );
}
