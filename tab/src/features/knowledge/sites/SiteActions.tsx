import { Button, Tooltip } from '@fluentui/react-components';
import {
  DataUsage20Regular,
  DocumentMultiple20Regular,
  Edit20Regular,
  Open20Regular,
  PersonAdd20Regular,
} from '@fluentui/react-icons';
import { useSnapshot } from 'valtio';
import type { Site } from '#contract/sites/sites.ts';
import { openLink } from '#tab/shell/openLink.ts';
import { openDialog } from '#tab/shell/dialogs.ts';
import { knowledgeTexts } from '#tab/features/knowledge/knowledge.texts.ts';
import { sites } from './sites.state.ts';
import { useSitePanelStyles } from './SitePanel.styles.ts';

type SiteSummary = Pick<Site, 'SiteId' | 'SiteName' | 'SiteLink' | 'can' | 'isHelp'>;

/** Actions for the selected site: open its source, manage its files, and for owners edit it. */
export function SiteActions({ site }: { site: SiteSummary }) {
  const styles = useSitePanelStyles();
  const waiting = useSnapshot(sites).requests.received.filter((request) => request.site_id === site.SiteId).length;
  const { SiteId: siteId, SiteName: name, SiteLink: link, can, isHelp } = site;
  return (
    <div role="group" aria-label={knowledgeTexts.actionsOf(name)} className={styles.row}>
      {link && (
        <Button size="small" appearance="subtle" icon={<Open20Regular />} onClick={() => openLink(link)}>
          {knowledgeTexts.viewSource}
        </Button>
      )}
      {!isHelp && (
        <Button
          size="small"
          appearance="subtle"
          icon={<DocumentMultiple20Regular />}
          onClick={() => openDialog({ name: 'corpusFiles', siteId })}
        >
          {knowledgeTexts.manageFiles}
        </Button>
      )}
      {can.edit && (
        <>
          <Tooltip content={knowledgeTexts.editDetails} relationship="label">
            <Button
              size="small"
              appearance="subtle"
              icon={<Edit20Regular />}
              onClick={() => openDialog({ name: 'editSite', siteId })}
            />
          </Tooltip>
          <Tooltip content={knowledgeTexts.siteInsights} relationship="label">
            <Button
              size="small"
              appearance="subtle"
              icon={<DataUsage20Regular />}
              onClick={() => openDialog({ name: 'siteInsights', siteId })}
            />
          </Tooltip>
          {waiting > 0 && (
            <Button
              size="small"
              icon={<PersonAdd20Regular />}
              onClick={() => openDialog({ name: 'siteInsights', siteId })}
            >
              {knowledgeTexts.access.waiting(waiting)}
            </Button>
          )}
        </>
      )}
    </div>
  );
}
