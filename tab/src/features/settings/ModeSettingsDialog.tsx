import { DialogContent, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import type { Mode, ModeSettings } from '../../../../api/contract/settings.ts';
import { useModels } from '../../state/session.state.ts';
import { texts } from '../../texts.ts';
import { ErrorLine } from '../../ui/ErrorMessage.tsx';
import { ModelChoice } from './ModelChoice.tsx';
import { SaveActions } from './SaveActions.tsx';
import { modeSettings } from './settings.actions.ts';
import { modelNamed, offeredModels, settingName } from './settings.rules.ts';
import { SettingSwitch } from './SettingSwitch.tsx';
import { StyleSlider } from './StyleSlider.tsx';
import { useSaving } from './useSaving.ts';
import { Modal } from '../../ui/Modal.tsx';

const useStyles = makeStyles({
  content: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXL },
});

interface ModeSettingsDialogProps {
  mode: Mode;
  onClose: () => void;
}

/** How answers are made in one mode: model, response style, concise or not. Nothing changes before Save. */
export default function ModeSettingsDialog({ mode, onClose }: ModeSettingsDialogProps) {
  const styles = useStyles();
  const models = useModels();
  const [draft, setDraft] = useState<ModeSettings>(() => ({ ...modeSettings(mode) }));
  const [saving, save] = useSaving(onClose);
  const chosen = modelNamed(mode, draft.selectedModel, models);

  function saveAll() {
    const model = chosen ? { selectedModel: settingName(mode, chosen) } : {};
    void save({ [mode]: { ...draft, ...model } });
  }

  return (
    <Modal
      title={texts.settings.titles[mode]}
      label={`${texts.settings.dialogName}: ${texts.settings.titles[mode]}`}
      onClose={onClose}
    >
      <DialogContent className={styles.content}>
        <ModelChoice
          models={offeredModels(mode, models)}
          nameOf={(model) => settingName(mode, model)}
          chosen={chosen}
          onChoose={(selectedModel) => setDraft({ ...draft, selectedModel })}
        />
        <StyleSlider
          value={draft.selectedTemperature}
          onChange={(selectedTemperature) => setDraft({ ...draft, selectedTemperature })}
        />
        <SettingSwitch
          label={texts.settings.concise}
          hint={texts.settings.conciseHint}
          checked={draft.useConciseMode}
          onChange={(useConciseMode) => setDraft({ ...draft, useConciseMode })}
        />
        {saving.name === 'failed' && <ErrorLine text={saving.detail} />}
      </DialogContent>
      <SaveActions saving={saving} onSave={saveAll} onCancel={onClose} />
    </Modal>
  );
}
