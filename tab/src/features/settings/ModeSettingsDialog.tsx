import { DialogContent, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { styleOf, type Mode, type ModeSettings } from '#contract/settings.ts';
import { useModels } from '#tab/state/session.state.ts';
import { texts } from '#tab/texts.ts';
import { ErrorMessage } from '#tab/ui/ErrorMessage.tsx';
import { ModelChoice } from './ModelChoice.tsx';
import { SaveActions } from './SaveActions.tsx';
import { getChatSettings, saveChatSettings } from '#tab/features/chat/chatSettings.actions.ts';
import { findModel, getOfferedModels, getModelSettingName } from '#contract/models.ts';
import { saveSettings } from './settings.actions.ts';
import { settings } from './settings.state.ts';
import { SettingSwitch } from '#tab/ui/SettingSwitch.tsx';
import { StyleSlider } from './StyleSlider.tsx';
import { useSaveSettings } from './useSaving.ts';
import { Modal } from '#tab/ui/Modal.tsx';

const useStyles = makeStyles({
  content: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXL },
});

interface ModeSettingsDialogProps {
  mode: Mode;
  chatId: string;
  onClose: () => void;
}

/** Settings of a chat, or of the person's tasks: model, response style, concise mode. New chats of the mode start with them. Nothing changes before Save. */
export default function ModeSettingsDialog({ mode, chatId, onClose }: ModeSettingsDialogProps) {
  const styles = useStyles();
  const models = useModels();
  const [draft, setDraft] = useState<ModeSettings>(() => ({
    ...(mode === 'task' ? settings.task : getChatSettings(chatId)),
  }));
  const [saving, save] = useSaveSettings(onClose);
  const selectedModel = findModel(mode, draft.selectedModel, models);

  function saveAll() {
    const model = selectedModel ? { selectedModel: getModelSettingName(mode, selectedModel) } : {};
    const next = { ...draft, ...model };
    void save(() => (mode === 'task' ? saveSettings({ task: next }) : saveChatSettings(chatId, next)));
  }

  return (
    <Modal
      title={texts.settings.titles[mode]}
      label={`${texts.settings.dialogName}: ${texts.settings.titles[mode]}`}
      onClose={onClose}
    >
      <DialogContent className={styles.content}>
        <ModelChoice
          models={getOfferedModels(mode, models)}
          nameOf={(model) => getModelSettingName(mode, model)}
          chosen={selectedModel}
          onChoose={(selectedModel) => setDraft({ ...draft, selectedModel })}
        />
        <StyleSlider
          value={styleOf(mode, draft)}
          onChange={(selectedTemperature) => setDraft({ ...draft, selectedTemperature })}
        />
        <SettingSwitch
          label={texts.settings.concise}
          hint={texts.settings.conciseHint}
          checked={draft.useConciseMode}
          onChange={(useConciseMode) => setDraft({ ...draft, useConciseMode })}
        />
        {saving.name === 'failed' && <ErrorMessage text={saving.detail} />}
      </DialogContent>
      <SaveActions saving={saving} onSave={saveAll} onCancel={onClose} />
    </Modal>
  );
}
