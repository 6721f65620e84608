import { modelLabel, type Model } from '../../../../api/contract/models.ts';
import type { ModeSettings } from '../../../../api/contract/settings.ts';
import { texts } from '../../texts.ts';

/** What a mode's settings are, in a line: model, response style, concise when on, and how far the model's data reach. */
export function settingsSummary(chosen: ModeSettings, model: Model | null): string {
  const parts = [model ? modelLabel(model) : texts.settings.noModel, chosen.selectedTemperature];
  if (chosen.useConciseMode) parts.push(texts.settings.conciseOn);
  if (model?.data_cutoff_datestring) parts.push(texts.settings.cutoff(model.data_cutoff_datestring));
  return parts.join(' · ');
}
