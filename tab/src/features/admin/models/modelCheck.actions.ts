import { checkConfiguredModel, type ModelCheckEvent } from '#contract/admin/modelCheck.ts';
import { AvaError, isAvaError } from '#contract/errors.ts';
import { api } from '#tab/api.ts';
import { logFailure } from '#tab/state/log.ts';
import { adminTexts } from '#tab/features/admin/admin.texts.ts';
import { isCheckRunning, modelChecks, type ModelCheckState } from './modelCheck.state.ts';

const texts = adminTexts.models;

let running: AbortController | null = null;

/** Checks a model, unless a check is running. */
export async function checkModel(deployment: string): Promise<void> {
  if (isCheckRunning(modelChecks.states)) return;
  const controller = new AbortController();
  running = controller;
  modelChecks.states[deployment] = { name: 'running', results: [] };
  try {
    const events = await api.stream(checkConfiguredModel, { model: deployment }, { signal: controller.signal });
    for await (const event of events) apply(deployment, event);
    if (getState(deployment).name === 'running') throw new AvaError('unexpected');
  } catch (cause) {
    const { results } = getState(deployment);
    if (controller.signal.aborted) {
      modelChecks.states[deployment] = { name: 'stopped', results };
      return;
    }
    logFailure(texts.failed, cause);
    modelChecks.states[deployment] = {
      name: 'failed',
      results,
      detail: isAvaError(cause) ? cause.detail : texts.failed,
    };
  } finally {
    running = null;
  }
}

export function stopCheck(): void {
  running?.abort();
}

function getState(deployment: string): ModelCheckState {
  return modelChecks.states[deployment] ?? { name: 'running', results: [] };
}

function apply(deployment: string, event: ModelCheckEvent): void {
  const { results } = getState(deployment);
  if (event.type === 'result') results.push(event);
  else modelChecks.states[deployment] = { name: 'done', results, ms: event.ms, entry: event.entry };
}
