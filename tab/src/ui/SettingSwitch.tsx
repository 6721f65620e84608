import { Caption1, makeStyles, Switch, tokens } from '@fluentui/react-components';
import { useId, type ReactNode } from 'react';

const useStyles = makeStyles({
  // The hint is aligned with the label of the switch, not with the switch.
  hint: { color: tokens.colorNeutralForeground3, marginInlineStart: '60px', display: 'block' },
});

interface SettingSwitchProps {
  label: ReactNode;
  hint: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A switch for a setting, with a hint. */
export function SettingSwitch({ label, hint, checked, onChange }: SettingSwitchProps) {
  const styles = useStyles();
  const hintId = useId();
  return (
    <div>
      <Switch
        label={{ children: label }}
        checked={checked}
        aria-describedby={hintId}
        onChange={(_, data) => onChange(data.checked)}
      />
      <Caption1 id={hintId} className={styles.hint}>
        {hint}
      </Caption1>
    </div>
  );
}
