import { findModel } from '#contract/models.ts';
import { defaultTemperatureOf, temperatureOf } from '#contract/settings.ts';
import type { RunSettings } from '#contract/tasks/taskRules.ts';
import { getActiveSession, session } from '#tab/state/session.state.ts';
import { settings } from '#tab/features/settings/settings.state.ts';

/** The settings that the next run uses. */
export function getRunSettings(): RunSettings {
  const models = getActiveSession(session.status)?.models ?? [];
  const { selectedModel, useConciseMode } = settings.task;
  const model = findModel('task', selectedModel, models);
  return {
    model: model?.deployment_name ?? selectedModel,
    temperature: temperatureOf(settings.task) ?? defaultTemperatureOf('task'),
    concise: useConciseMode,
  };
}

/** The fields of a call that starts a run, under the id that this window chose for it. */
export function getRunOptions(eventSessionId: string) {
  const { model, temperature, concise } = getRunSettings();
  const functionCalling = getActiveSession(session.status)?.organization.features.functionCalling ?? false;
  return {
    event_session_id: eventSessionId,
    concise_mode: concise,
    model,
    temperature,
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...(functionCalling && { function_calling: true }),
  };
}
