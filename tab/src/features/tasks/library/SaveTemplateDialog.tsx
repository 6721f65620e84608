import {
  Button,
  DialogActions,
  DialogContent,
  Dropdown,
  Field,
  Input,
  makeStyles,
  Option,
  Spinner,
  Textarea,
  tokens,
} from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { MAX_TITLE_CHARACTERS } from '#contract/limits.ts';
import type { LibraryTask } from '#contract/tasks/taskLibrary.ts';
import type { Site } from '#contract/sites/sites.ts';
import { isDefaultTaskTitle } from '#contract/tasks/taskTitles.ts';
import { toPromptText } from '#contract/tasks/taskText.ts';
import { loadSites } from '#tab/features/knowledge/sites/sites.actions.ts';
import { sites } from '#tab/features/knowledge/sites/sites.state.ts';
import { useOrganization } from '#tab/state/session.state.ts';
import { ErrorMessage } from '#tab/ui/ErrorMessage.tsx';
import { Modal } from '#tab/ui/Modal.tsx';
import type { EditedTask } from '#tab/features/tasks/editedTask.ts';
import { taskTexts } from '#tab/features/tasks/tasks.texts.ts';
import { loadLibrary, saveToLibrary } from './library.actions.ts';
import { categoryNames, checkLibraryTask, listTags } from './library.rules.ts';
import { library } from './library.state.ts';

const MAX_DESCRIPTION_CHARACTERS = 4_000;
const ONLY_ME = '';

const useStyles = makeStyles({
  content: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
});

type Saving = { name: 'idle' } | { name: 'saving' } | { name: 'failed'; detail: string };

/** Saves a task to the library: as a new item, or over the one that it was loaded from. */
export default function SaveTemplateDialog({ task, onClose }: { task: EditedTask; onClose: () => void }) {
  const styles = useStyles();
  const items = useSnapshot(library).items as LibraryTask[];
  const existing = items.find((item) => item.TaskLibraryId === task.TemplateId && item.can.edit) ?? null;
  const [title, setTitle] = useState(() => (isDefaultTaskTitle(task.TaskTitle) ? '' : task.TaskTitle));
  const [description, setDescription] = useState(
    () =>
      existing?.TaskLibraryDescription ??
      toPromptText(task.TaskSettings.taskDescription).text.slice(0, MAX_DESCRIPTION_CHARACTERS),
  );
  const teams = useTeams();
  const [teamId, setTeamId] = useState(existing?.TaskLibraryTeamId ?? null);
  const [tags, setTags] = useState(() => (existing ? listTags(existing) : []));
  const team = teams.find(({ SiteId }) => SiteId === teamId) ?? null;
  const [saving, setSaving] = useState<Saving>({ name: 'idle' });
  useEffect(() => void loadLibrary(), []);
  const asNew = checkLibraryTask({ title, description }, items, null);
  const asUpdate = existing ? checkLibraryTask({ title, description }, items, existing) : null;
  const refusal = existing ? asUpdate : asNew;
  const isBusy = saving.name === 'saving';
  const save = async (updating: LibraryTask | null) => {
    setSaving({ name: 'saving' });
    try {
      await saveToLibrary(task.TaskId, { title, description, teamId: team?.SiteId ?? null, tags }, updating);
      onClose();
    } catch (cause) {
      setSaving({ name: 'failed', detail: (cause as Error).message });
    }
  };
  return (
    <Modal title={existing ? taskTexts.updateTemplate : taskTexts.saveTemplate} onClose={onClose}>
      <DialogContent className={styles.content}>
        <Field
          label={taskTexts.template.title}
          required
          {...(refusal === 'exists' && {
            validationState: 'warning' as const,
            validationMessage: taskTexts.template.exists,
          })}
        >
          <Input value={title} maxLength={MAX_TITLE_CHARACTERS} onChange={(_, { value }) => setTitle(value)} />
        </Field>
        <Field label={taskTexts.template.description} required>
          <Textarea
            value={description}
            resize="vertical"
            rows={4}
            maxLength={MAX_DESCRIPTION_CHARACTERS}
            onChange={(_, { value }) => setDescription(value)}
          />
        </Field>
        {teams.length > 0 && (
          <Field label={taskTexts.template.team} hint={taskTexts.template.teamHint}>
            <Dropdown
              value={team?.SiteName ?? taskTexts.template.onlyMe}
              selectedOptions={[team?.SiteId ?? ONLY_ME]}
              onOptionSelect={(_, { optionValue }) => setTeamId(optionValue || null)}
            >
              <Option value={ONLY_ME}>{taskTexts.template.onlyMe}</Option>
              {teams.map(({ SiteId, SiteName }) => (
                <Option key={SiteId} value={SiteId}>
                  {SiteName}
                </Option>
              ))}
            </Dropdown>
          </Field>
        )}
        <CategoryFields tags={tags} onChange={setTags} />
        {existing && asUpdate === null && asNew === 'exists' && <span>{taskTexts.template.sameTitle}</span>}
        {(refusal === 'title' || refusal === 'description') && <span>{taskTexts.template.required}</span>}
        {saving.name === 'failed' && <ErrorMessage text={saving.detail} />}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{taskTexts.cancel}</Button>
        {existing && (
          <Button
            appearance="primary"
            disabledFocusable={asUpdate !== null || isBusy}
            icon={isBusy ? <Spinner size="tiny" aria-hidden /> : null}
            onClick={() => void save(existing)}
          >
            {taskTexts.template.update}
          </Button>
        )}
        <Button
          appearance={existing ? 'secondary' : 'primary'}
          disabledFocusable={asNew !== null || isBusy}
          icon={isBusy && !existing ? <Spinner size="tiny" aria-hidden /> : null}
          onClick={() => void save(null)}
        >
          {existing ? taskTexts.template.saveAsNew : taskTexts.template.save}
        </Button>
      </DialogActions>
    </Modal>
  );
}

/** The sites that the person can read; none where the organization has turned Knowledge Search off. */
function useTeams(): readonly Site[] {
  const isOn = useOrganization()?.features.knowledgeSearch ?? false;
  useEffect(() => {
    if (isOn) void loadSites();
  }, [isOn]);
  return useSnapshot(sites).accessible as readonly Site[];
}

interface CategoryProps {
  tags: readonly string[];
  onChange: (tags: string[]) => void;
}

/** The categories by which people find a task in the library. They are stored among its tags. */
function CategoryFields({ tags, onChange }: CategoryProps) {
  const categories = useOrganization()?.taskCategories;
  if (!categories) return null;
  return categoryNames
    .filter((name) => categories[name].length > 0)
    .map((name) => {
      const selected = categories[name].filter((value) => tags.includes(value));
      const others = tags.filter((tag) => !selected.includes(tag));
      return (
        <Field key={name} label={taskTexts.library.categories[name]}>
          <Dropdown
            multiselect
            value={selected.join(', ') || taskTexts.template.categoriesOptional}
            selectedOptions={selected}
            onOptionSelect={(_, { selectedOptions }) => onChange([...others, ...selectedOptions])}
          >
            {categories[name].map((value) => (
              <Option key={value} value={value}>
                {value}
              </Option>
            ))}
          </Dropdown>
        </Field>
      );
    });
}
