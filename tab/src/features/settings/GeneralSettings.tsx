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
  Divider,
  Dropdown,
  Field,
  makeStyles,
  Option,
  Switch,
  Textarea,
  tokens,
} from '@fluentui/react-components';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Settings } from '../../../../api/contract/settings.ts';
import { themeLabel } from '../../shell/themeLabel.ts';
import { showToast } from '../../shell/toasts.ts';
import { texts } from '../../texts.ts';
import { ErrorLine } from '../../ui/ErrorLine.tsx';
import { TextSkeleton } from '../../ui/TextSkeleton.tsx';
import { useDialogStyles } from '../../ui/dialog.styles.ts';
import { loadSettings, saveSettings } from './settings.actions.ts';
import { settings } from './settings.state.ts';
import { themeChoices } from './themes.ts';

const useStyles = makeStyles({
  content: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL },
  divider: { flexGrow: 0 },
  hint: { color: tokens.colorNeutralForeground3, marginInlineStart: '52px', display: 'block' },
});

type Draft = Pick<Settings, 'customInstructions' | 'defaultTheme' | SwitchName>;
type SwitchName = 'promptHistoryNavigation' | 'stickyPanelSizes' | 'microsoftUserProfileData';

const switches: { name: SwitchName; label: string; hint: string }[] = [
  {
    name: 'promptHistoryNavigation',
    label: texts.settings.promptHistory,
    hint: texts.settings.promptHistoryHint,
  },
  { name: 'stickyPanelSizes', label: texts.settings.stickyPanels, hint: texts.settings.stickyPanelsHint },
  { name: 'microsoftUserProfileData', label: texts.settings.profileData, hint: texts.settings.profileDataHint },
];

const MAX_INSTRUCTIONS = 10_000;

type Saving = { name: 'idle' } | { name: 'saving' } | { name: 'failed'; detail: string };

/** What holds for the whole of AVA. */
export default function GeneralSettings({ onClose }: { onClose: () => void }) {
  const dialog = useDialogStyles();
  const { status } = useSnapshot(settings);
  return (
    <Dialog open onOpenChange={(_, { open }) => open || onClose()}>
      <DialogSurface className={dialog.surface}>
        <DialogBody className={dialog.body}>
          <DialogTitle>{texts.settings.generalTitle}</DialogTitle>
          {status.name === 'loading' && (
            <DialogContent>
              <TextSkeleton label={texts.settings.generalTitle} />
            </DialogContent>
          )}
          {status.name === 'failed' && (
            <DialogContent>
              <ErrorLine text={status.detail} retry={{ label: texts.shell.retry, action: () => void loadSettings() }} />
            </DialogContent>
          )}
          {(status.name === 'ready' || status.name === 'saving') && <Form onClose={onClose} />}
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}

function Form({ onClose }: { onClose: () => void }) {
  const styles = useStyles();
  const [draft, setDraft] = useState<Draft>(() => draftOf(settings));
  const [saving, setSaving] = useState<Saving>({ name: 'idle' });

  async function save() {
    setSaving({ name: 'saving' });
    try {
      await saveSettings(draft);
      showToast('success', texts.settings.saved);
      onClose();
    } catch {
      setSaving({ name: 'failed', detail: texts.failures.saveSettings });
    }
  }

  return (
    <>
      <DialogContent className={styles.content}>
        <Field label={texts.settings.instructions} hint={texts.settings.instructionsHint}>
          <Textarea
            rows={4}
            resize="vertical"
            maxLength={MAX_INSTRUCTIONS}
            value={draft.customInstructions}
            onChange={(_, { value }) => setDraft({ ...draft, customInstructions: value })}
          />
        </Field>
        <Field label={texts.person.theme}>
          <Dropdown
            value={themeLabel(draft.defaultTheme)}
            selectedOptions={[draft.defaultTheme]}
            onOptionSelect={(_, { optionValue }) => {
              const choice = themeChoices.find((each) => each === optionValue);
              if (choice) setDraft({ ...draft, defaultTheme: choice });
            }}
          >
            {themeChoices.map((choice) => (
              <Option key={choice} value={choice}>
                {themeLabel(choice)}
              </Option>
            ))}
          </Dropdown>
        </Field>
        <Divider className={styles.divider} />
        {switches.map(({ name, label, hint }) => (
          <div key={name}>
            <Switch
              label={label}
              checked={draft[name]}
              onChange={(_, { checked }) => setDraft({ ...draft, [name]: checked })}
            />
            <Caption1 className={styles.hint}>{hint}</Caption1>
          </div>
        ))}
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
    </>
  );
}

function draftOf(all: Settings): Draft {
  const { customInstructions, defaultTheme, promptHistoryNavigation, stickyPanelSizes, microsoftUserProfileData } = all;
  return { customInstructions, defaultTheme, promptHistoryNavigation, stickyPanelSizes, microsoftUserProfileData };
}
