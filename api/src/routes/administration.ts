import * as contract from '#contract/admin/admin.ts';
import { getLastEvaluation } from '#contract/admin/evaluation.ts';
import { checkConfiguredModel } from '#contract/admin/modelCheck.ts';
import * as usage from '#contract/admin/usage.ts';
import type { AppContext } from '#api/context.ts';
import type { Mounting } from '#api/http/mount.ts';
import { getEvaluation } from '#api/organization/lastEvaluation.ts';
import { createModelChecks } from '#api/organization/modelChecks.ts';
import { startIngestion } from '#api/presentations/templates.ts';
import {
  authorizeAdministrator,
  getSettings,
  listSettingsChanges,
  previewSettings,
  restoreSettings,
  saveSettings,
} from '#api/organization/settings.ts';
import { getUsage, getUsageCsv } from '#api/organization/usage.ts';

export function mountAdministration({ call, bytes, stream, upload }: Mounting, ctx: AppContext): void {
  call(contract.getOrganizationSettings, async (_input, person) => getSettings(ctx, person));
  call(contract.previewOrganizationSettings, ({ settings }, person) => previewSettings(ctx, person, settings));
  call(contract.saveOrganizationSettings, (change, person) => saveSettings(ctx, person, change));
  call(contract.restoreOrganizationSettings, ({ version, restored_version }, person) =>
    restoreSettings(ctx, person, { version, restoredVersion: restored_version }),
  );
  call(contract.getOrganizationChanges, ({ before }, person) => listSettingsChanges(ctx, person, before));
  upload(contract.uploadWordTemplate, async ({ file_name: name }, person, file) => {
    authorizeAdministrator(person);
    const started = await startIngestion(ctx, person, { ...file, name: name ?? file.name }, 'word');
    return { job_id: started.job_id, template_id: started.template_folder };
  });
  const startModelCheck = createModelChecks(ctx);
  stream(checkConfiguredModel, async ({ model }, person, disconnected) => ({
    headers: {},
    batches: await startModelCheck(person, model, disconnected),
  }));
  call(getLastEvaluation, async (_input, person) => getEvaluation(ctx, person));
  call(usage.getUsage, ({ days }, person) => getUsage(ctx, person, days));
  bytes(usage.getUsageCsv, async ({ days }, person) => ({
    type: 'text/csv; charset=utf-8',
    name: `AVA usage, last ${days} days.csv`,
    body: await getUsageCsv(ctx, person, days),
  }));
}
