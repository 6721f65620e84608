import { modelLabel, type Model } from '#contract/models.ts';
import { styleOf, type Mode, type ModeSettings } from '#contract/settings.ts';
import { texts } from '#tab/texts.ts';

/** Summary of a mode's settings in one line: model, response style, concise mode, data cutoff. */
export function getSettingsSummary(mode: Mode, chosen: ModeSettings, model: Model | null): string {
  const parts = [model ? modelLabel(model) : texts.settings.noModel, styleOf(mode, chosen)];
  if (chosen.useConciseMode) parts.push(texts.settings.conciseOn);
  if (model?.data_cutoff_datestring) parts.push(texts.settings.cutoff(model.data_cutoff_datestring));
  return parts.join(' · ');
}
