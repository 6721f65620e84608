import { Button, Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import { ChevronDown16Regular } from '@fluentui/react-icons';
import { useSnapshot } from 'valtio';
import { knowledgeTexts } from '#tab/features/knowledge/knowledge.texts.ts';
import { selectSite } from '#tab/features/knowledge/siteSelection.actions.ts';
import { sites } from './sites.state.ts';

/**
 * Site menu for a search with entries but no site: its first question was never sent, or the search was shared by
 * somebody else.
 */
export function SiteMenu({ chatId, className }: { chatId: string; className: string }) {
  const { accessible } = useSnapshot(sites);
  return (
    <div className={className}>
      <Menu positioning={{ position: 'above', align: 'start', autoSize: true }}>
        <MenuTrigger disableButtonEnhancement>
          <Button
            size="small"
            appearance="subtle"
            icon={<ChevronDown16Regular />}
            iconPosition="after"
            disabled={accessible.length === 0}
          >
            {knowledgeTexts.chooseSite}
          </Button>
        </MenuTrigger>
        <MenuPopover>
          <MenuList>
            {accessible.map(({ SiteId, SiteName }) => (
              <MenuItem key={SiteId} onClick={() => selectSite(chatId, SiteId)}>
                {SiteName}
              </MenuItem>
            ))}
          </MenuList>
        </MenuPopover>
      </Menu>
    </div>
  );
}
