import { ModelChoice } from '#tab/features/settings/ModelChoice.tsx';
import { PersonMenu } from '#tab/features/settings/PersonMenu.tsx';
import { SaveActions } from '#tab/features/settings/SaveActions.tsx';
import { SettingsChip } from '#tab/features/chat/composer/SettingsChip.tsx';
import { SettingSwitch } from '#tab/ui/SettingSwitch.tsx';
import { StyleSlider } from '#tab/features/settings/StyleSlider.tsx';
import type { SavingState } from '#tab/features/settings/useSaving.ts';
import { modes, temperatureNames } from '#contract/settings.ts';
import { drawStates, ignore, type Drawing } from '#board/example.ts';
import { models } from '#board/samples.ts';

const savingStates: { [Name in SavingState['name']]: Extract<SavingState, { name: Name }> } = {
  idle: { name: 'idle' },
  saving: { name: 'saving' },
  failed: { name: 'failed', detail: 'Failed to save user settings' },
};

/** Controls of the settings. */
export const settingDrawings: Drawing[] = [
  drawStates('ModelChoice', { models, 'no models': [] }, (offered) => (
    <ModelChoice models={offered} nameOf={(model) => model.model_alias} chosen={offered[0] ?? null} onChoose={ignore} />
  )),
  drawStates('StyleSlider', Object.fromEntries(temperatureNames.map((name) => [name, name])), (name) => (
    <StyleSlider value={name} onChange={ignore} />
  )),
  drawStates('SettingSwitch', { on: true, off: false }, (checked) => (
    <SettingSwitch label="Use Concise Mode" hint="Short answers." checked={checked} onChange={ignore} />
  )),
  drawStates('SaveActions', savingStates, (saving) => (
    <SaveActions saving={saving} onSave={ignore} onCancel={ignore} />
  )),
  drawStates('SettingsChip', Object.fromEntries(modes.map((mode) => [mode, mode])), (mode) => (
    <SettingsChip chatId="board" mode={mode} />
  )),
  { component: 'PersonMenu', examples: [{ state: 'closed', draw: () => <PersonMenu /> }] },
];
