import { Button, Spinner, Subtitle2, Text } from '@fluentui/react-components';
import { useSnapshot } from 'valtio';
import { modelChecks as checkNames } from '#contract/admin/modelCheck.ts';
import type { Model } from '#contract/models.ts';
import { useModels } from '#tab/state/session.state.ts';
import { useAdminStyles } from '#tab/features/admin/admin.styles.ts';
import { adminTexts } from '#tab/features/admin/admin.texts.ts';
import { checkModel, stopCheck } from '#tab/features/admin/models/modelCheck.actions.ts';
import { isCheckRunning, modelChecks, type ModelCheckState } from '#tab/features/admin/models/modelCheck.state.ts';
import { ModelCheckResults } from '#tab/features/admin/models/ModelCheckResults.tsx';

const texts = adminTexts.models;

/** The models that answer, each with a check of what works. */
export function ModelsSection() {
  const styles = useAdminStyles();
  const models = useModels().filter(({ modalities }) => modalities.includes('chat_completion'));
  return (
    <>
      <Text className={styles.quiet}>{texts.line}</Text>
      {models.length === 0 && <Text>{texts.none}</Text>}
      {models.map((model) => (
        <CheckedModel key={model.deployment_name} model={model} />
      ))}
    </>
  );
}

function CheckedModel({ model: { label, deployment_name: deployment } }: { model: Model }) {
  const styles = useAdminStyles();
  const { states } = useSnapshot(modelChecks);
  const state = states[deployment] as ModelCheckState | undefined;
  const isRunning = state?.name === 'running';
  const isOtherRunning = !isRunning && isCheckRunning(states);
  return (
    <section aria-label={label} className={styles.part}>
      <div className={styles.modelHead}>
        <div className={styles.modelName}>
          <Subtitle2 as="h3" className={styles.heading}>
            {label}
          </Subtitle2>
          {label !== deployment && <Text className={styles.quiet}>{deployment}</Text>}
        </div>
        {isRunning ? (
          <Button icon={<Spinner size="tiny" aria-hidden />} aria-label={texts.stopOf(label)} onClick={stopCheck}>
            {texts.stop}
          </Button>
        ) : (
          <Button
            aria-label={texts.checkOf(label)}
            disabledFocusable={isOtherRunning}
            onClick={() => void checkModel(deployment)}
          >
            {texts.check}
          </Button>
        )}
      </div>
      <Text role="status">{state ? describe(state) : ''}</Text>
      {state && <ModelCheckResults label={label} state={state} />}
    </section>
  );
}

function describe(state: ModelCheckState): string {
  if (state.name === 'running') return texts.running(state.results.length, checkNames.length);
  if (state.name === 'stopped') return texts.stopped;
  if (state.name === 'failed') return '';
  const failed = state.results.filter(({ outcome }) => outcome === 'fails').length;
  return failed === 0 ? texts.allWork(state.ms) : texts.someFail(failed, state.ms);
}
