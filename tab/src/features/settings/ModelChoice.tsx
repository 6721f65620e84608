import { Caption1, Field, makeStyles, Radio, RadioGroup, Text, tokens } from '@fluentui/react-components';
import { modelLabel, type Model } from '#contract/models.ts';
import { texts } from '#tab/texts.ts';

const useStyles = makeStyles({
  hint: { display: 'block', color: tokens.colorNeutralForeground3 },
  none: { color: tokens.colorNeutralForeground3 },
});

interface ModelChoiceProps {
  /** The models in display order. */
  models: readonly Model[];
  nameOf: (model: Model) => string;
  chosen: Model | null;
  onChoose: (name: string) => void;
}

/** The models to choose from, each with a description and its data cutoff. */
export function ModelChoice({ models, nameOf, chosen, onChoose }: ModelChoiceProps) {
  const styles = useStyles();
  return (
    <Field label={texts.settings.model}>
      {models.length === 0 ? (
        <Text className={styles.none}>{texts.settings.noModels}</Text>
      ) : (
        <RadioGroup value={chosen ? nameOf(chosen) : ''} onChange={(_, { value }) => onChoose(value)}>
          {models.map((model) => (
            <Radio
              key={nameOf(model)}
              value={nameOf(model)}
              label={
                <>
                  {modelLabel(model)}
                  <Caption1 className={styles.hint}>{getModelHint(model)}</Caption1>
                </>
              }
            />
          ))}
        </RadioGroup>
      )}
    </Field>
  );
}

function getModelHint(model: Model): string {
  const cutoff = model.data_cutoff_datestring && texts.settings.cutoff(model.data_cutoff_datestring);
  return [model.short_description, cutoff].filter(Boolean).join(' · ');
}
