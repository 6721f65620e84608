import {
  Button,
  Caption1,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  DialogTrigger,
  Field,
  makeStyles,
  Switch,
  tokens,
} from '@fluentui/react-components';
import { useState } from 'react';
import type { Mode, ModeSettings } from '../../../../api/contract/settings.ts';
import { showToast } from '../../shell/toasts.ts';
import { useModels } from '../../state/session.state.ts';
import { texts } from '../../texts.ts';
import { ErrorLine } from '../../ui/ErrorLine.tsx';
import { useDialogStyles } from '../../ui/dialog.styles.ts';
import { ModelChoice } from './ModelChoice.tsx';
import { modeSettings, saveSettings } from './settings.actions.ts';
import { modelNamed, offeredModels, settingName } from './settings.rules.ts';
import { StyleSlider } from './StyleSlider.tsx';

const useStyles = makeStyles({
  content: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXL },
  hint: { color: tokens.colorNeutralForeground3, marginInlineStart: '52px', display: 'block' },
});

type Saving = { name: 'idle' } | { name: 'saving' } | { name: 'failed'; detail: string };

interface ModeSettingsDialogProps {
  mode: Mode;
  onClose: () => void;
}

/** How answers are made in one mode: model, response style, concise or not. Nothing changes before Save. */
export default function ModeSettingsDialog({ mode, onClose }: ModeSettingsDialogProps) {
  const styles = useStyles();
  const dialog = useDialogStyles();
  const models = useModels();
  const [draft, setDraft] = useState<ModeSettings>(() => ({ ...modeSettings(mode) }));
  const [saving, setSaving] = useState<Saving>({ name: 'idle' });
  const chosen = modelNamed(mode, draft.selectedModel, models);

  async function save() {
    setSaving({ name: 'saving' });
    try {
      await saveSettings({ [mode]: { ...draft, ...(chosen ? { selectedModel: settingName(mode, chosen) } : {}) } });
      showToast('success', texts.settings.saved);
      onClose();
    } catch {
      setSaving({ name: 'failed', detail: texts.failures.saveSettings });
    }
  }

  return (
    <Dialog open onOpenChange={(_, { open }) => open || onClose()}>
      <DialogSurface
        className={dialog.surface}
        aria-label={`${texts.settings.dialogName}: ${texts.settings.titles[mode]}`}
      >
        <DialogBody className={dialog.body}>
          <DialogTitle>{texts.settings.titles[mode]}</DialogTitle>
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
            <Field>
              <Switch
                label={texts.settings.concise}
                checked={draft.useConciseMode}
                onChange={(_, { checked }) => setDraft({ ...draft, useConciseMode: checked })}
              />
              <Caption1 className={styles.hint}>{texts.settings.conciseHint}</Caption1>
            </Field>
            {saving.name === 'failed' && <ErrorLine text={saving.detail} />}
          </DialogContent>
          <DialogActions>
            <DialogTrigger disableButtonEnhancement>
              <Button>{texts.shell.cancel}</Button>
            </DialogTrigger>
            <Button appearance="primary" disabledFocusable={saving.name === 'saving'} onClick={() => void save()}>
              {saving.name === 'saving' ? texts.settings.saving : texts.settings.save}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
