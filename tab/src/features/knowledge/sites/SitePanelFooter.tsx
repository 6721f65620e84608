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
import { knowledgeTexts } from '#tab/features/knowledge/knowledge.texts.ts';
import { useSitePanelStyles } from './SitePanel.styles.ts';
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
  const { inaccessible } = useSnapshot(sites);
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
            <Link as="button" aria-label={knowledgeTexts.requestAccessTo(name)} onClick={() => openLink(link)}>
              {knowledgeTexts.requestAccess}
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}
