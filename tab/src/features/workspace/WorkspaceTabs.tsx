import {
  Button,
  makeStyles,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  Overflow,
  OverflowItem,
  Tab,
  TabList,
  tokens,
  useIsOverflowItemVisible,
  useOverflowMenu,
} from '@fluentui/react-components';
import { MoreHorizontal20Regular } from '@fluentui/react-icons';
import type { WorkspaceTab } from '#contract/workspace.ts';
import { selectWorkspaceTab } from '#tab/shell/layout/layout.actions.ts';
import { texts } from '#tab/texts.ts';
import { useWorkspaceTabs } from './useWorkspaceTabs.ts';

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    flexShrink: 0,
    minWidth: 0,
    overflow: 'hidden',
    paddingInline: tokens.spacingHorizontalXS,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  list: { minWidth: 0, flex: '1 1 0' },
  tab: { whiteSpace: 'nowrap', paddingInline: tokens.spacingHorizontalS },
  more: { alignSelf: 'center', flexShrink: 0 },
});

/** The workspace's tabs. Tabs that do not fit are in a menu; the selected one is always visible. */
export function WorkspaceTabs() {
  const styles = useStyles();
  const { tabs, selected } = useWorkspaceTabs();
  return (
    <Overflow minimumVisible={2}>
      <div className={styles.bar}>
        <TabList
          size="small"
          className={styles.list}
          aria-label={texts.shell.workspace}
          selectedValue={selected}
          onTabSelect={(_, { value }) => selectWorkspaceTab(tabs.find((tab) => tab === value) ?? selected)}
        >
          {tabs.map((tab) => (
            <OverflowItem key={tab} id={tab} priority={tab === selected ? 2 : 1}>
              <Tab value={tab} className={styles.tab}>
                {tab}
              </Tab>
            </OverflowItem>
          ))}
        </TabList>
        <MoreTabs tabs={tabs} />
      </div>
    </Overflow>
  );
}

function MoreTabs({ tabs }: { tabs: readonly WorkspaceTab[] }) {
  const styles = useStyles();
  const { ref, isOverflowing } = useOverflowMenu<HTMLDivElement>();
  if (!isOverflowing) return null;
  return (
    <Menu positioning={{ position: 'below', align: 'end', autoSize: true }}>
      <div ref={ref} className={styles.more}>
        <MenuTrigger disableButtonEnhancement>
          <Button
            appearance="transparent"
            size="small"
            icon={<MoreHorizontal20Regular />}
            aria-label={texts.workspace.moreTabs}
          />
        </MenuTrigger>
      </div>
      <MenuPopover>
        <MenuList>
          {tabs.map((tab) => (
            <HiddenTab key={tab} tab={tab} />
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}

function HiddenTab({ tab }: { tab: WorkspaceTab }) {
  if (useIsOverflowItemVisible(tab)) return null;
  return <MenuItem onClick={() => selectWorkspaceTab(tab)}>{tab}</MenuItem>;
}
