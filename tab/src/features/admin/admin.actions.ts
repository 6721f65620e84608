import { ref } from 'valtio';
import { z } from 'zod';
import {
  getOrganizationSettings,
  previewOrganizationSettings,
  restoreOrganizationSettings,
  saveOrganizationSettings,
  StoredSettings,
  uploadWordTemplate,
} from '#contract/admin/admin.ts';
import type { OrganizationSettings } from '#contract/admin/organizationSettings.ts';
import { getField, listChangedFields, withField, type SettingsField } from '#contract/admin/settingsFields.ts';
import { isAvaError } from '#contract/errors.ts';
import { api } from '#tab/api.ts';
import { waitForTemplate } from '#tab/features/slides/slides.actions.ts';
import { showToast } from '#tab/shell/toasts/toasts.ts';
import { readLocal, writeLocal } from '#tab/state/localStorage.ts';
import { logFailure } from '#tab/state/log.ts';
import { checkOrganization } from '#tab/state/organization.sync.ts';
import { adminTexts as texts } from './admin.texts.ts';
import { admin, type AdminPage, type AdminSection } from './admin.state.ts';

/** A draft can be invalid, so it is not parsed as settings. */
const SavedDraft = z.object({ stored: StoredSettings, draft: z.record(z.string(), z.unknown()) });

type ReadyPage = Extract<AdminPage, { name: 'ready' }>;

/** Loads the settings, unless a draft is open. */
export async function loadAdministration(): Promise<void> {
  if (hasDraft()) return;
  admin.page = admin.page.name === 'ready' ? admin.page : { name: 'loading' };
  try {
    const stored = await api.call(getOrganizationSettings, {});
    const saved = readLocal('settingsDraft', SavedDraft.nullable(), null);
    if (saved) show(saved.stored, { ...saved.stored.settings, ...saved.draft } as OrganizationSettings);
    else show(stored, stored.settings);
  } catch (cause) {
    logFailure(texts.failed, cause);
    admin.page = { name: 'failed', detail: isAvaError(cause) ? cause.detail : texts.failed };
  }
}

export function openSection(section: AdminSection): void {
  admin.section = section;
}

/** Shows settings and a draft. `ref`, because both are only replaced as a whole, so their parts need no proxies. */
function show(stored: StoredSettings, draft: OrganizationSettings): void {
  admin.page = { name: 'ready', stored: ref(stored), draft: ref(draft), step: { name: 'editing' } };
  keepDraft();
}

function getPage(): ReadyPage {
  if (admin.page.name !== 'ready') throw new Error('The settings are not loaded.');
  return admin.page;
}

/** Whether something is not saved. */
export function hasDraft(): boolean {
  return admin.page.name === 'ready' && hasChanges(admin.page);
}

function hasChanges({ stored, draft }: Pick<ReadyPage, 'stored' | 'draft'>): boolean {
  return listChangedFields(stored.settings, draft).length > 0;
}

/** Puts an item back into a list of the draft, which can have changed since the item was removed. */
export function restoreItem(field: SettingsField, index: number, item: unknown): void {
  const items = getField(getPage().draft, field) as readonly unknown[];
  changeField(field, items.toSpliced(index, 0, item));
}

/** Changes a field of the draft. The value can be invalid. */
export function changeField(field: SettingsField, value: unknown): void {
  const page = getPage();
  page.draft = ref(withField(page.draft, field, value));
  keepDraft();
}

/** Uploads a Word template, and names it in the draft when the server has checked it. Throws AvaError with the reason. */
export async function chooseWordTemplate(file: File, signal: AbortSignal): Promise<void> {
  const { job_id: jobId, template_id: id } = await api.upload(uploadWordTemplate, { file_name: file.name }, file, {
    signal,
  });
  await waitForTemplate(jobId, signal);
  changeField('wordTemplate', { id, name: file.name });
}

function keepDraft(): void {
  const page = getPage();
  const { stored, draft } = page;
  writeLocal('settingsDraft', hasChanges(page) ? { stored, draft } : undefined);
}

export function discardDraft(): void {
  const { stored } = getPage();
  show(stored, stored.settings);
  void loadAdministration();
}

export function backToEditing(): void {
  getPage().step = { name: 'editing' };
}

/** Asks the server what the draft changes. */
export async function reviewDraft(): Promise<void> {
  const page = getPage();
  const { draft } = page;
  page.step = { name: 'checking' };
  try {
    const preview = await api.call(previewOrganizationSettings, { settings: JSON.stringify(draft) });
    const latest = await api.call(getOrganizationSettings, {});
    // The draft can be edited during the check, but only what was reviewed is saved.
    if (getPage().draft !== draft) return await reviewDraft();
    const [problem] = preview.problems;
    if (problem) throw new Error(problem.message);
    getPage().step =
      latest.version === page.stored.version ? { name: 'review', preview } : { name: 'conflict', theirs: ref(latest) };
  } catch (cause) {
    showFailure(cause);
  }
}

/** Saves the draft; another administrator's newer settings open the comparison. */
export async function saveDraft(): Promise<void> {
  const page = getPage();
  if (page.step.name !== 'review') return;
  const { stored, draft } = page;
  page.step = { name: 'saving', preview: page.step.preview };
  try {
    const saved = await api.call(saveOrganizationSettings, { version: stored.version, settings: draft });
    show(saved, saved.settings);
    showToast('success', texts.saved, {
      action: { label: texts.undo, run: () => void restoreVersion(stored.version, texts.undone) },
    });
    void checkOrganization();
  } catch (cause) {
    const theirs =
      isAvaError(cause) && cause.code === 'organization_changed' ? StoredSettings.safeParse(cause.data) : null;
    if (theirs?.success) page.step = { name: 'conflict', theirs: ref(theirs.data) };
    else showFailure(cause);
  }
}

/** Ends a conflict: the draft, merged as the administrator chose, is now based on the newer settings. */
export function resolveConflict(theirs: StoredSettings, merged: OrganizationSettings): void {
  show(theirs, merged);
  if (hasChanges(getPage())) void reviewDraft();
}

/** Saves an earlier version again. Changes of the draft are kept, and are now based on that version. */
export async function restoreVersion(version: number, message: string): Promise<boolean> {
  const { stored, draft } = getPage();
  const changed = listChangedFields(stored.settings, draft);
  try {
    const latest = await api.call(getOrganizationSettings, {});
    const restored = await api.call(restoreOrganizationSettings, {
      version: latest.version,
      restored_version: version,
    });
    const kept = changed.reduce(
      (settings, field) => withField(settings, field, getField(draft, field)),
      restored.settings,
    );
    show(restored, kept);
    showToast('success', message);
    void checkOrganization();
    return true;
  } catch (cause) {
    showFailure(cause);
    return false;
  }
}

function showFailure(cause: unknown): void {
  logFailure(texts.saveFailed, cause);
  showToast('error', isAvaError(cause) ? cause.detail : texts.saveFailed);
  backToEditing();
}
