import { Button, Link, makeStyles, tokens, Tooltip } from '@fluentui/react-components';
import { Dismiss16Regular } from '@fluentui/react-icons';
import { useSnapshot } from 'valtio';
import { openLink } from '#tab/shell/openLink.ts';
import { BackgroundWork } from '#tab/features/knowledge/corpus/BackgroundWork.tsx';
import { chats } from '#tab/features/chat/chat.state.ts';
import { composerLine } from '#tab/features/knowledge/composerLine.styles.ts';
import { knowledgeTexts } from '#tab/features/knowledge/knowledge.texts.ts';
import { lookUpSite, selectFiles } from '#tab/features/knowledge/siteSelection.actions.ts';
import { searches, type SiteSelection } from '#tab/features/knowledge/siteSelection.state.ts';
import { SiteMenu } from './SiteMenu.tsx';
import { loadSites } from './sites.actions.ts';
import { sites } from './sites.state.ts';

const useStyles = makeStyles({
  line: { ...composerLine, gap: tokens.spacingHorizontalXS, color: tokens.colorNeutralForeground3 },
  site: { fontSize: tokens.fontSizeBase200, fontWeight: tokens.fontWeightSemibold },
  small: { minWidth: 'auto' },
});

/** Above the composer: files that are processed in the background, and the selected site of a search with entries. */
export default function SelectedSiteBar() {
  return (
    <>
      <BackgroundWork />
      <SelectedSite />
    </>
  );
}

function SelectedSite() {
  const styles = useStyles();
  const { openId } = useSnapshot(chats);
  const search = useSnapshot(searches)[openId ?? ''];
  const hasEntries = (useSnapshot(chats).open[openId ?? '']?.entries.length ?? 0) > 0;
  if (openId === null) return null;
  if (!search || search.selection.name === 'reset') {
    // A search without entries shows the site cards instead.
    return hasEntries ? <SiteMenu chatId={openId} className={styles.line} /> : null;
  }
  return (
    <div className={styles.line}>
      <SiteStatus chatId={openId} selection={search.selection} />
      {search.selection.name === 'loaded' && search.files.length > 0 && (
        <>
          <span>· {knowledgeTexts.onlyFiles(search.files.length)}</span>
          <Tooltip content={knowledgeTexts.clearFiles} relationship="label">
            <Button
              size="small"
              appearance="transparent"
              className={styles.small}
              icon={<Dismiss16Regular />}
              onClick={() => selectFiles(openId, [])}
            />
          </Tooltip>
        </>
      )}
    </div>
  );
}

function SiteStatus({ chatId, selection }: { chatId: string; selection: Exclude<SiteSelection, { name: 'reset' }> }) {
  const styles = useStyles();
  const site = useSnapshot(sites).accessible.find((item) => item.SiteId === selection.siteId);
  if (selection.name === 'loading') return <span>{knowledgeTexts.lookingUp}</span>;
  if (selection.name === 'failed' || !site) {
    const searchAllFiles = () => {
      void loadSites();
      void lookUpSite(chatId, selection.siteId);
    };
    return (
      <>
        <span role="alert">{selection.name === 'failed' ? selection.detail : knowledgeTexts.siteInaccessible}</span>
        <Link as="button" data-inline className={styles.site} onClick={searchAllFiles}>
          {knowledgeTexts.retry}
        </Link>
      </>
    );
  }
  return (
    <>
      <span>{knowledgeTexts.searchingIn}</span>
      <Link as="button" data-inline className={styles.site} onClick={() => openLink(site.SiteLink)}>
        <bdi>{site.SiteName}</bdi>
      </Link>
    </>
  );
}
