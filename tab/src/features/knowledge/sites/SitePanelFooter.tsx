import { Button, Link, Text } from '@fluentui/react-components';
import {
  ChevronDown16Regular,
  ChevronRight16Regular,
  LockClosed20Regular,
  QuestionCircle20Regular,
} from '@fluentui/react-icons';
import { useId } from 'react';
import { useSnapshot } from 'valtio';
import { openLink } from '#tab/shell/openLink.ts';
import { openDialog } from '#tab/shell/dialogs.ts';
import type { AccessRequestState } from '#contract/sites/accessRequests.ts';
import type { InaccessibleSite } from '#contract/sites/sites.ts';
import { knowledgeTexts } from '#tab/features/knowledge/knowledge.texts.ts';
import { useSitePanelStyles } from './SitePanel.styles.ts';
import { requestAccess } from './accessRequests.actions.ts';
import { sites } from './sites.state.ts';

interface SitePanelFooterProps {
  boxOpen: boolean;
  onBoxOpen: (open: boolean) => void;
}

/** Below the site cards: create a corpus, open the help, or request access to another site. */
export function SitePanelFooter({ boxOpen, onBoxOpen }: SitePanelFooterProps) {
  const styles = useSitePanelStyles();
  const { inaccessible } = useSnapshot(sites);
  const boxId = useId();
  return (
    <>
      <div className={styles.below}>
        <Text>{knowledgeTexts.notListed}</Text>
        <Link as="button" onClick={() => openDialog({ name: 'createCorpus' })}>
          {knowledgeTexts.createNew}
        </Link>
        <Button
          size="small"
          appearance="subtle"
          icon={<QuestionCircle20Regular />}
          aria-label={knowledgeTexts.help}
          title={knowledgeTexts.help}
          onClick={() => openDialog({ name: 'about', type: 'ks' })}
        />
      </div>
      <div className={styles.box}>
        <Button
          size="small"
          appearance="subtle"
          icon={boxOpen ? <ChevronDown16Regular /> : <ChevronRight16Regular />}
          aria-expanded={boxOpen}
          aria-controls={boxOpen ? boxId : undefined}
          onClick={() => onBoxOpen(!boxOpen)}
        >
          {knowledgeTexts.inaccessible(inaccessible.length)}
        </Button>
      </div>
      {boxOpen && (
        <div id={boxId}>
          <InaccessibleSites />
        </div>
      )}
    </>
  );
}

function InaccessibleSites() {
  const styles = useSitePanelStyles();
  const { inaccessible, requests } = useSnapshot(sites);
  if (inaccessible.length === 0) return <p className={styles.quiet}>{knowledgeTexts.noInaccessible}</p>;
  return (
    <ul className={styles.locked} tabIndex={0} aria-label={knowledgeTexts.inaccessible(0)}>
      {inaccessible.map(({ name, link }) => (
        <li key={`${name} ${link}`} className={styles.lockedRow}>
          <LockClosed20Regular className={styles.lock} aria-hidden />
          <bdi className={styles.lockedName} title={name}>
            {name}
          </bdi>
          {link && (
            <RequestState site={{ name, link }} state={requests.mine.find((own) => own.link === link)?.state ?? null} />
          )}
        </li>
      ))}
    </ul>
  );
}

/** What became of the person's request for a site, and how to ask; null if there is none. */
function RequestState({ site, state }: { site: InaccessibleSite; state: AccessRequestState | null }) {
  const { access, requestAccess: ask, requestAccessTo } = knowledgeTexts;
  return (
    <>
      {state && <Text>{access.states[state]}</Text>}
      {(state === null || state === 'declined') && (
        <Link as="button" aria-label={requestAccessTo(site.name)} onClick={() => void requestAccess(site)}>
          {ask}
        </Link>
      )}
      <Link as="button" aria-label={access.openSiteOf(site.name)} onClick={() => openLink(site.link)}>
        {access.openSite}
      </Link>
    </>
  );
}
