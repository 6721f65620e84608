import { Button, Link, makeStyles, tokens } from '@fluentui/react-components';
import { Dismiss16Regular, ErrorCircle16Filled } from '@fluentui/react-icons';
import { useSnapshot } from 'valtio';
import { openDialog } from '#tab/shell/dialogs.ts';
import { composerLine } from '#tab/features/knowledge/composerLine.styles.ts';
import { knowledgeTexts } from '#tab/features/knowledge/knowledge.texts.ts';
import { sites } from '#tab/features/knowledge/sites/sites.state.ts';
import { isRunning, overallProgress } from './corpusFiles.rules.ts';
import { clearEndedItems, fileProgress, type ProgressItem } from './fileProgress.state.ts';

const useStyles = makeStyles({
  row: { ...composerLine, gap: tokens.spacingHorizontalS, color: tokens.colorNeutralForeground2 },
  icon: { display: 'flex', color: tokens.colorStatusDangerForeground3 },
  link: { fontSize: tokens.fontSizeBase200 },
  dismiss: { minWidth: 'auto' },
});

const texts = knowledgeTexts.corpus.background;

/**
 * Files that are added to or removed from corpora while their dialog is closed: a line per site that leads back to the
 * dialog, and stays when files failed.
 */
export function BackgroundWork() {
  const work = useSnapshot(fileProgress);
  const { accessible } = useSnapshot(sites);
  return Object.entries(work).map(([siteId, { items }]) => {
    const name = accessible.find((site) => site.SiteId === siteId)?.SiteName;
    return name === undefined ? null : <SiteWork key={siteId} siteId={siteId} site={name} items={items} />;
  });
}

interface SiteWorkProps {
  siteId: string;
  site: string;
  items: readonly ProgressItem[];
}

function SiteWork({ siteId, site, items }: SiteWorkProps) {
  const styles = useStyles();
  const failed = items.filter(({ status }) => status === 'error').length;
  const running = isRunning(items);
  if (!running && failed === 0) return null;
  const open = () => openDialog({ name: 'corpusFiles', siteId });
  return (
    <div className={styles.row}>
      {!running && (
        <span aria-hidden className={styles.icon}>
          <ErrorCircle16Filled />
        </span>
      )}
      <span>{running ? texts.running(site, overallProgress(items)) : texts.failed(site, failed)}</span>
      <Link as="button" data-inline className={styles.link} onClick={open}>
        {running ? texts.show : texts.details}
      </Link>
      {!running && (
        <Button
          size="small"
          appearance="transparent"
          className={styles.dismiss}
          icon={<Dismiss16Regular />}
          aria-label={texts.dismiss(site)}
          onClick={() => clearEndedItems(siteId)}
        />
      )}
    </div>
  );
}
