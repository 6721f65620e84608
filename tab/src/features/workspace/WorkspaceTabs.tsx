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
import { useSnapshot } from 'valtio';
import { workspaceTabs, type WorkspaceTab } from '../../../../api/contract/workspace.ts';
import { selectWorkspaceTab } from '../../shell/layout/layout.actions.ts';
import { layout } from '../../shell/layout/layout.state.ts';
import { texts } from '../../texts.ts';

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

function findTab(value: unknown): WorkspaceTab | undefined {
  return workspaceTabs.find((tab) => tab === value);
}

/** The workspace's tabs. Tabs that do not fit are in a menu; the selected one is always visible. */
export function WorkspaceTabs() {
  const styles = useStyles();
  const { workspaceTab } = useSnapshot(layout);
  return (
    <Overflow minimumVisible={2}>
      <div className={styles.bar}>
        <TabList
          size="small"
          className={styles.list}
          aria-label={texts.shell.workspace}
          selectedValue={workspaceTab}
          onTabSelect={(_, { value }) => selectWorkspaceTab(findTab(value) ?? workspaceTab)}
        >
          {workspaceTabs.map((tab) => (
            <OverflowItem key={tab} id={tab} priority={tab === workspaceTab ? 2 : 1}>
              <Tab value={tab} className={styles.tab}>
                {tab}
              </Tab>
            </OverflowItem>
          ))}
          <MoreTabs />
        </TabList>
      </div>
    </Overflow>
  );
}

function MoreTabs() {
  const styles = useStyles();
  const { ref, isOverflowing } = useOverflowMenu<HTMLDivElement>();
  if (!isOverflowing) return null;
  return (
    <Menu positioning="below-end">
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
          {workspaceTabs.map((tab) => (
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
