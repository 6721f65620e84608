import { Button, Link, makeStyles, tokens, Tooltip } from '@fluentui/react-components';
import { Dismiss16Regular } from '@fluentui/react-icons';
import { useSnapshot } from 'valtio';
import { openLink } from '#tab/shell/openLink.ts';
import { BackgroundWork } from '#tab/features/knowledge/corpus/BackgroundWork.tsx';
import { chats } from '#tab/features/chat/chat.state.ts';
import { composerLine } from '#tab/features/knowledge/composerLine.styles.ts';
import { knowledgeTexts } from '#tab/features/knowledge/knowledge.texts.ts';
import { lookUpSites, selectFiles } from '#tab/features/knowledge/siteSelection.actions.ts';
import { searches, type SiteSelection } from '#tab/features/knowledge/siteSelection.state.ts';
import { SiteMenu } from './SiteMenu.tsx';
import { loadSites } from './sites.actions.ts';
import { sites } from './sites.state.ts';

/** More names are counted. */
const MAX_NAMED = 3;

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
  const { accessible } = useSnapshot(sites);
  const hasEntries = (useSnapshot(chats).open[openId ?? '']?.entries.length ?? 0) > 0;
  if (openId === null) return null;
  const selection = search?.selection ?? { name: 'reset' };
  // A search without entries shows the site cards instead.
  if (selection.name === 'reset' && !hasEntries) return null;
  const label = selection.name === 'reset' ? knowledgeTexts.chooseSite : knowledgeTexts.changeSites;
  const hasMenu = selection.name === 'reset' || (selection.name === 'loaded' && accessible.length > 1);
  return (
    <div className={styles.line}>
      {selection.name !== 'reset' && <SiteStatus chatId={openId} selection={selection} />}
      {search && selection.name === 'loaded' && search.files.length > 0 && (
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
      {hasEntries && hasMenu && <SiteMenu chatId={openId} label={label} />}
    </div>
  );
}

function SiteStatus({ chatId, selection }: { chatId: string; selection: Exclude<SiteSelection, { name: 'reset' }> }) {
  const styles = useStyles();
  const { accessible } = useSnapshot(sites);
  const chosen = selection.sites === 'all' ? [] : accessible.filter(({ SiteId }) => selection.sites.includes(SiteId));
  if (selection.name === 'loading') return <span>{knowledgeTexts.lookingUp}</span>;
  if (selection.name === 'failed' || (selection.sites !== 'all' && chosen.length === 0)) {
    const searchAllFiles = () => {
      void loadSites();
      void lookUpSites(chatId, selection.sites);
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
      {selection.sites === 'all' && <span className={styles.site}>{knowledgeTexts.allSites}</span>}
      {chosen.slice(0, MAX_NAMED).map(({ SiteId, SiteName, SiteLink }, index) => (
        <span key={SiteId}>
          <Link as="button" data-inline className={styles.site} onClick={() => openLink(SiteLink)}>
            <bdi>{SiteName}</bdi>
          </Link>
          {index < chosen.length - 1 && ','}
        </span>
      ))}
      {chosen.length > MAX_NAMED && <span>{knowledgeTexts.moreSites(chosen.length - MAX_NAMED)}</span>}
    </>
  );
}
