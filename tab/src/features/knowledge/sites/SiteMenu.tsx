import { Button, Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import { ChevronDown16Regular } from '@fluentui/react-icons';
import { useSnapshot } from 'valtio';
import { knowledgeTexts } from '#tab/features/knowledge/knowledge.texts.ts';
import { selectSite, selectSites } from '#tab/features/knowledge/siteSelection.actions.ts';
import { sites } from './sites.state.ts';

/** Menu of the sites for the next question of a search with entries. */
export function SiteMenu({ chatId, label }: { chatId: string; label: string }) {
  const { accessible } = useSnapshot(sites);
  return (
    <Menu positioning={{ position: 'above', align: 'start', autoSize: true }}>
      <MenuTrigger disableButtonEnhancement>
        <Button
          size="small"
          appearance="subtle"
          icon={<ChevronDown16Regular />}
          iconPosition="after"
          disabled={accessible.length === 0}
        >
          {label}
        </Button>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {accessible.length > 1 && (
            <MenuItem onClick={() => selectSites(chatId, 'all')}>{knowledgeTexts.allSites}</MenuItem>
          )}
          {accessible.map(({ SiteId, SiteName }) => (
            <MenuItem key={SiteId} onClick={() => selectSite(chatId, SiteId)}>
              {SiteName}
            </MenuItem>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
