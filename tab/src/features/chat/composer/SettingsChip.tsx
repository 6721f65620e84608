import {
  Button,
  makeStyles,
  Menu,
  MenuDivider,
  MenuItem,
  MenuItemRadio,
  MenuList,
  MenuPopover,
  MenuTrigger,
  Text,
  tokens,
  Tooltip,
} from '@fluentui/react-components';
import { ChevronDown16Regular, Options20Regular } from '@fluentui/react-icons';
import type { Mode } from '#contract/settings.ts';
import { openDialog } from '#tab/shell/dialogs.ts';
import { showToast } from '#tab/shell/toasts/toasts.ts';
import { useModels } from '#tab/state/session.state.ts';
import { texts } from '#tab/texts.ts';
import { saveChatSettings, useChatSettings } from '#tab/features/chat/chatSettings.actions.ts';
import { findModel, getModelSettingName, getOfferedModels, modelLabel } from '#contract/models.ts';
import { getSettingsSummary } from '#tab/features/settings/settingsSummary.rules.ts';

const useStyles = makeStyles({
  chip: { minWidth: 0, maxWidth: '100%', fontWeight: tokens.fontWeightRegular, color: tokens.colorNeutralForeground2 },
  label: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  popover: { maxWidth: 'min(360px, 92vw)' },
  hint: { display: 'block', color: tokens.colorNeutralForeground3, textWrap: 'pretty' },
  summary: {
    color: tokens.colorNeutralForeground3,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  settings: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    minWidth: 0,
    overflow: 'hidden',
    whiteSpace: 'nowrap',
  },
});

interface SettingsChipProps {
  chatId: string;
  mode: Mode;
}

/** In Chat a menu of models; elsewhere a button with a summary of the settings. */
export function SettingsChip({ chatId, mode }: SettingsChipProps) {
  return mode === 'chat' ? <ModelChip chatId={chatId} /> : <SettingsButton chatId={chatId} mode={mode} />;
}

function ModelChip({ chatId }: { chatId: string }) {
  const styles = useStyles();
  const models = useModels();
  const own = useChatSettings(chatId);
  const chosen = findModel('chat', own.selectedModel, models);

  function choose(name: string) {
    if (name === own.selectedModel) return;
    saveChatSettings(chatId, { ...own, selectedModel: name }).catch(() =>
      showToast('error', texts.failures.saveSettings),
    );
  }

  return (
    <Menu
      positioning={{ position: 'above', align: 'start', autoSize: true }}
      checkedValues={{ model: chosen ? [getModelSettingName('chat', chosen)] : [] }}
      onCheckedValueChange={(_, { checkedItems }) => checkedItems[0] && choose(checkedItems[0])}
    >
      <MenuTrigger disableButtonEnhancement>
        <Button
          appearance="subtle"
          size="small"
          className={styles.chip}
          icon={<ChevronDown16Regular />}
          iconPosition="after"
          aria-label={`${texts.settings.model}: ${chosen ? modelLabel(chosen) : texts.settings.noModel}`}
        >
          <span className={styles.label}>
            {chosen ? modelLabel(chosen) : texts.settings.noModel}
            {own.useConciseMode && ` · ${texts.settings.conciseOn}`}
          </span>
        </Button>
      </MenuTrigger>
      <MenuPopover className={styles.popover}>
        <MenuList>
          {getOfferedModels('chat', models).map((model) => (
            <MenuItemRadio key={model.model_alias} name="model" value={getModelSettingName('chat', model)}>
              {modelLabel(model)}
              <Text size={200} className={styles.hint}>
                {model.short_description}
              </Text>
            </MenuItemRadio>
          ))}
          <MenuDivider />
          <MenuItem
            icon={<Options20Regular />}
            onClick={() => openDialog({ name: 'modeSettings', mode: 'chat', chatId })}
          >
            {texts.settings.moreSettings}
          </MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}

function SettingsButton({ chatId, mode }: SettingsChipProps) {
  const styles = useStyles();
  const models = useModels();
  const chosen = useChatSettings(chatId);
  const summary = getSettingsSummary(mode, chosen, findModel(mode, chosen.selectedModel, models));
  return (
    <Tooltip content={summary} relationship="description">
      <Button
        appearance="subtle"
        size="small"
        className={styles.chip}
        icon={<Options20Regular />}
        onClick={() => openDialog({ name: 'modeSettings', mode, chatId })}
      >
        <span className={styles.settings}>
          {texts.settings.button}
          <Text size={200} className={styles.summary}>
            {summary}
          </Text>
        </span>
      </Button>
    </Tooltip>
  );
}
