import {
  DialogContent,
  Divider,
  Dropdown,
  Field,
  makeStyles,
  Option,
  Textarea,
  tokens,
} from '@fluentui/react-components';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Settings } from '#contract/settings.ts';
import { texts } from '#tab/texts.ts';
import { ErrorMessage } from '#tab/ui/ErrorMessage.tsx';
import { TextSkeleton } from '#tab/ui/TextSkeleton.tsx';
import { SaveActions } from './SaveActions.tsx';
import { loadSettings, saveSettings } from './settings.actions.ts';
import { settings } from './settings.state.ts';
import { SettingSwitch } from '#tab/ui/SettingSwitch.tsx';
import { themeChoices, themeLabel } from './themeChoices.ts';
import { useSaveSettings } from './useSaving.ts';
import { Modal } from '#tab/ui/Modal.tsx';

const useStyles = makeStyles({
  content: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL },
  divider: { flexGrow: 0 },
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

/** Settings for all of AVA. */
export default function GeneralSettingsDialog({ onClose }: { onClose: () => void }) {
  const { status } = useSnapshot(settings);
  return (
    <Modal title={texts.settings.generalTitle} onClose={onClose}>
      {status.name === 'loading' && (
        <DialogContent>
          <TextSkeleton label={texts.settings.generalTitle} />
        </DialogContent>
      )}
      {status.name === 'failed' && (
        <DialogContent>
          <ErrorMessage text={status.detail} retry={{ label: texts.shell.retry, action: () => void loadSettings() }} />
        </DialogContent>
      )}
      {(status.name === 'ready' || status.name === 'saving') && <Form onClose={onClose} />}
    </Modal>
  );
}

function Form({ onClose }: { onClose: () => void }) {
  const styles = useStyles();
  const [draft, setDraft] = useState<Draft>(() => toDraft(settings));
  const [saving, save] = useSaveSettings(onClose);

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
              const choice = themeChoices.find((option) => option === optionValue);
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
          <SettingSwitch
            key={name}
            label={label}
            hint={hint}
            checked={draft[name]}
            onChange={(checked) => setDraft({ ...draft, [name]: checked })}
          />
        ))}
        {saving.name === 'failed' && <ErrorMessage text={saving.detail} />}
      </DialogContent>
      <SaveActions saving={saving} onSave={() => void save(() => saveSettings(draft))} onCancel={onClose} />
    </>
  );
}

function toDraft(all: Settings): Draft {
  const { customInstructions, defaultTheme, promptHistoryNavigation, stickyPanelSizes, microsoftUserProfileData } = all;
  return { customInstructions, defaultTheme, promptHistoryNavigation, stickyPanelSizes, microsoftUserProfileData };
}
