import { Button, makeStyles, Tab, TabList, tokens, Tooltip } from '@fluentui/react-components';
import {
  bundleIcon,
  Compose20Regular,
  PanelLeft20Filled,
  PanelLeft20Regular,
  PanelRight20Filled,
  PanelRight20Regular,
  QuestionCircle20Regular,
  Settings20Regular,
} from '@fluentui/react-icons';
import { useRef, useState, type ReactElement, type ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { useLocation } from 'wouter';
import { texts } from '#tab/texts.ts';
import { useOrganization } from '#tab/state/session.state.ts';
import { ADMIN_PATH, findArea, areas, getEnabledAreas } from '#tab/shell/areas.tsx';
import { closeWorkspace, openWorkspace, setHistoryOpen } from './layout.actions.ts';
import { layout } from './layout.state.ts';
import { openDialog } from '#tab/shell/dialogs.ts';

const useStyles = makeStyles({
  header: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    height: '44px',
    flexShrink: 0,
    paddingInline: tokens.spacingHorizontalS,
    backgroundColor: tokens.colorNeutralBackground2,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  areas: { flex: '1 1 0', minWidth: 0, overflow: 'hidden' },
  tab: {
    height: '44px',
    '@media (max-width: 679px)': { paddingInline: tokens.spacingHorizontalS },
    // Fluent's own color is that of the background under the pointer in the contrast theme.
    ':enabled:hover .fui-Tab__icon': { color: tokens.colorNeutralForeground1Hover },
    ':enabled:active .fui-Tab__icon': { color: tokens.colorNeutralForeground1Pressed },
  },
  end: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalXXS },
  action: { minWidth: '32px' },
});

const PanelLeft = bundleIcon(PanelLeft20Filled, PanelLeft20Regular);
const PanelRight = bundleIcon(PanelRight20Filled, PanelRight20Regular);

interface HeaderProps {
  person: ReactNode;
  onNewChat: () => void;
}

/** The header: areas at the start, global actions at the end. Teams shows AVA's name and logo above it. */
export function Header({ person, onNewChat }: HeaderProps) {
  const styles = useStyles();
  const { width, historyOpen, workspaceOpen, panes } = useSnapshot(layout);
  const phone = width === 'phone';

  return (
    <header data-pane="header" className={styles.header}>
      {panes.history && (
        <BarButton
          label={historyOpen ? texts.shell.hideHistory : texts.shell.showHistory}
          icon={<PanelLeft filled={historyOpen} />}
          pressed={historyOpen}
          side="below-start"
          onClick={() => setHistoryOpen(!historyOpen)}
        />
      )}
      <Areas labels={!phone} />
      <div className={styles.end}>
        {panes.history && !historyOpen && (
          <BarButton label={texts.shell.newChat} icon={<Compose20Regular />} onClick={onNewChat} />
        )}
        {panes.workspace && (
          <BarButton
            label={workspaceOpen ? texts.shell.hideWorkspace : texts.shell.showWorkspace}
            icon={<PanelRight filled={workspaceOpen} />}
            pressed={workspaceOpen}
            onClick={() => (workspaceOpen ? closeWorkspace() : openWorkspace())}
          />
        )}
        {!phone && (
          <>
            <BarButton
              label={texts.shell.help}
              icon={<QuestionCircle20Regular />}
              onClick={() => openDialog({ name: 'help' })}
            />
            <BarButton
              label={texts.shell.settings}
              icon={<Settings20Regular />}
              onClick={() => openDialog({ name: 'settings' })}
            />
          </>
        )}
        {person}
      </div>
    </header>
  );
}

function Areas({ labels }: { labels: boolean }) {
  const styles = useStyles();
  const organization = useOrganization();
  const [path, navigate] = useLocation();
  const enabledAreas = organization ? getEnabledAreas(organization) : [];
  return (
    <TabList
      className={styles.areas}
      aria-label={texts.shell.areasLabel}
      selectedValue={path === ADMIN_PATH ? null : findArea(path).name}
      onTabSelect={(_, { value }) => navigate(areas.find(({ name }) => name === value)?.path ?? '/')}
    >
      {enabledAreas.map(({ name, label, Icon }) => (
        <Tab
          key={name}
          value={name}
          className={styles.tab}
          {...(labels ? {} : { icon: <Icon />, 'aria-label': label, title: label })}
        >
          {labels ? label : undefined}
        </Tab>
      ))}
    </TabList>
  );
}

interface BarButtonProps {
  label: string;
  icon: ReactElement;
  pressed?: boolean;
  /** Place of the tooltip; never beside the button, where it would cover the next one. */
  side?: 'below' | 'below-start';
  onClick: () => void;
}

function BarButton({ label, icon, pressed, side = 'below', onClick }: BarButtonProps) {
  const styles = useStyles();
  const [isTooltipVisible, setTooltipVisible] = useState(false);
  // After a click, the tooltip would cover the pane that opens below the button until the pointer leaves.
  const isClicked = useRef(false);
  return (
    <Tooltip
      content={label}
      relationship="label"
      positioning={side}
      visible={isTooltipVisible}
      onVisibleChange={(_, { visible }) => setTooltipVisible(visible && !isClicked.current)}
    >
      <Button
        appearance="subtle"
        className={styles.action}
        icon={icon}
        onPointerLeave={() => (isClicked.current = false)}
        onBlur={() => (isClicked.current = false)}
        onClick={() => {
          isClicked.current = true;
          setTooltipVisible(false);
          onClick();
        }}
        {...(pressed === undefined ? {} : { 'aria-expanded': pressed })}
      />
    </Tooltip>
  );
}
