import { Button, Tooltip } from '@fluentui/react-components';
import { DataUsage20Regular, DocumentMultiple20Regular, Edit20Regular, Open20Regular } from '@fluentui/react-icons';
import type { Site } from '../../../../../api/contract/sites.ts';
import { openLink } from '../../../shell/openLink.ts';
import { openPanel } from '../../../shell/dialogs.ts';
import { knowledgeTexts } from '../knowledge.texts.ts';
import { useSitePanelStyles } from './SitePanel.styles.ts';

type ShownSite = Pick<Site, 'SiteId' | 'SiteName' | 'SiteLink' | 'can' | 'isHelp'>;

/** What can be done with the chosen site: look at its source, manage its files, and for owners its description. */
export function SiteActions({ site }: { site: ShownSite }) {
  const styles = useSitePanelStyles();
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
          onClick={() => openPanel({ name: 'corpusFiles', siteId })}
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
              onClick={() => openPanel({ name: 'editSite', siteId })}
            />
          </Tooltip>
          <Tooltip content={knowledgeTexts.siteInsights} relationship="label">
            <Button
              size="small"
              appearance="subtle"
              icon={<DataUsage20Regular />}
              onClick={() => openPanel({ name: 'siteInsights', siteId })}
            />
          </Tooltip>
        </>
      )}
    </div>
  );
}
