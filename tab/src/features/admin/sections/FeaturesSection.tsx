import { Text } from '@fluentui/react-components';
import { toggles } from '#contract/toggles.ts';
import { SettingSwitch } from '#tab/ui/SettingSwitch.tsx';
import { changeField } from '#tab/features/admin/admin.actions.ts';
import { useAdminStyles } from '#tab/features/admin/admin.styles.ts';
import { adminTexts as texts } from '#tab/features/admin/admin.texts.ts';
import { FieldLabel } from '#tab/features/admin/fields.tsx';
import type { Draft } from '#tab/features/admin/useDraft.ts';

/** The feature toggles, each with what it switches off, and what else can be switched on. */
export function FeaturesSection({ draft, changed }: Draft) {
  const styles = useAdminStyles();
  return (
    <>
      <Text className={styles.quiet}>{texts.featuresLine}</Text>
      {toggles.map((name) => (
        <SettingSwitch
          key={name}
          label={<FieldLabel text={texts.fields[`features.${name}`]} changed={changed.has(`features.${name}`)} />}
          hint={texts.featureHints[name]}
          checked={draft.features[name]}
          onChange={(checked) => changeField(`features.${name}`, checked)}
        />
      ))}
      <SettingSwitch
        label={<FieldLabel text={texts.fields.modelReranks} changed={changed.has('modelReranks')} />}
        hint={texts.modelReranksHint}
        checked={draft.modelReranks}
        onChange={(checked) => changeField('modelReranks', checked)}
      />
    </>
  );
}
