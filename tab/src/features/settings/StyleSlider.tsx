import { Caption1, Field, makeStyles, Slider, Text, tokens } from '@fluentui/react-components';
import type { TemperatureName } from '#contract/limits.ts';
import { temperatureNames } from '#contract/settings.ts';
import { texts } from '#tab/texts.ts';

const useStyles = makeStyles({
  names: { display: 'flex', justifyContent: 'space-between', paddingInline: tokens.spacingHorizontalXS },
  hint: { color: tokens.colorNeutralForeground3, display: 'block', marginTop: tokens.spacingVerticalXS },
});

/** Response style: Analytic, Balanced or Creative (temperatures 0.2, 0.5 and 0.8). */
export function StyleSlider({
  value,
  onChange,
}: {
  value: TemperatureName;
  onChange: (next: TemperatureName) => void;
}) {
  const styles = useStyles();
  return (
    <Field label={texts.settings.style}>
      <Slider
        min={0}
        max={temperatureNames.length - 1}
        step={1}
        value={temperatureNames.indexOf(value)}
        aria-valuetext={value}
        onChange={(_, data) => onChange(temperatureNames[data.value] ?? value)}
      />
      <div className={styles.names} aria-hidden>
        {temperatureNames.map((name) => (
          <Text key={name} size={200} weight={name === value ? 'semibold' : 'regular'}>
            {name}
          </Text>
        ))}
      </div>
      <Caption1 className={styles.hint}>{texts.settings.styleHints[value]}</Caption1>
    </Field>
  );
}
