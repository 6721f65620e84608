import { Button, Menu, MenuItemCheckbox, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import { ChevronDown16Regular } from '@fluentui/react-icons';
import { useSnapshot } from 'valtio';
import { knowledgeTexts } from '#tab/features/knowledge/knowledge.texts.ts';
import { toggleAllSites, toggleSite } from '#tab/features/knowledge/siteSelection.actions.ts';
import { getSelectedSites, searches } from '#tab/features/knowledge/siteSelection.state.ts';
import { sites } from './sites.state.ts';

/** Menu of the sites for the next question of a search with entries: all of them, or those that are ticked. */
export function SiteMenu({ chatId, label }: { chatId: string; label: string }) {
  const { accessible } = useSnapshot(sites);
  const selected = getSelectedSites(useSnapshot(searches)[chatId]) ?? [];
  return (
    <Menu
      positioning={{ position: 'above', align: 'start', autoSize: true }}
      checkedValues={{ sites: selected === 'all' ? [selected] : [...selected] }}
    >
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
            <MenuItemCheckbox name="sites" value="all" onClick={() => toggleAllSites(chatId)}>
              {knowledgeTexts.allSites}
            </MenuItemCheckbox>
          )}
          {accessible.map(({ SiteId, SiteName }) => (
            <MenuItemCheckbox key={SiteId} name="sites" value={SiteId} onClick={() => toggleSite(chatId, SiteId)}>
              {SiteName}
            </MenuItemCheckbox>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
