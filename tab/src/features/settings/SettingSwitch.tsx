import { Caption1, makeStyles, Switch, tokens } from '@fluentui/react-components';
import { useId } from 'react';

const useStyles = makeStyles({
  // Under the words of the switch, not under the switch itself.
  hint: { color: tokens.colorNeutralForeground3, marginInlineStart: '60px', display: 'block' },
});

interface SettingSwitchProps {
  label: string;
  hint: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A setting that is on or off, with a line on what it does. */
export function SettingSwitch({ label, hint, checked, onChange }: SettingSwitchProps) {
  const styles = useStyles();
  const hintId = useId();
  return (
    <div>
      <Switch
        label={label}
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
