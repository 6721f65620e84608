import { Field, Select } from '@fluentui/react-components';
import type { JiraTemplate, SamplePrompt, ToolsTemplate } from '#contract/admin/organizationSettings.ts';
import { changeField } from '#tab/features/admin/admin.actions.ts';
import { findFirstProblem } from '#tab/features/admin/admin.rules.ts';
import { useAdminStyles } from '#tab/features/admin/admin.styles.ts';
import { adminTexts as texts } from '#tab/features/admin/admin.texts.ts';
import { TextField } from '#tab/features/admin/fields.tsx';
import { ItemList } from '#tab/features/admin/ItemList.tsx';
import { ListTextField } from '#tab/features/admin/ListTextField.tsx';
import type { Draft } from '#tab/features/admin/useDraft.ts';
import { TemplateList } from './TemplateList.tsx';

const categories = ['departments', 'roles', 'taskTypes'] as const;

/** Sample prompts, task categories, and templates of tasks, Jira issues and tools. */
export function PromptsSection(props: Draft) {
  const { draft, changed, problems, stored } = props;
  const styles = useAdminStyles();
  const shared = (field: 'samplePrompts' | 'jiraTemplates' | 'toolsTemplates') => ({
    field,
    changed: changed.has(field),
    problems,
  });
  return (
    <>
      <ItemList<SamplePrompt>
        {...shared('samplePrompts')}
        line={texts.promptsLine}
        items={draft.samplePrompts}
        getName={({ title }) => title}
        create={() => ({ title: '', prompt: '' })}
        render={({ title, prompt, file }, change, path) => (
          <>
            <TextField
              label={texts.item.title}
              value={title}
              problem={problems[`${path}.title`]}
              onChange={(value) => change({ title: value })}
            />
            <TextField
              label={texts.item.prompt}
              rows={3}
              value={prompt}
              problem={problems[`${path}.prompt`]}
              onChange={(value) => change({ prompt: value })}
            />
            <Field label={texts.item.file}>
              <Select
                value={file ?? ''}
                onChange={(_, { value }) => change({ file: value === '' ? undefined : value })}
              >
                <option value="">{texts.item.noFile}</option>
                {[...new Set([...stored.sample_files, ...(file === undefined ? [] : [file])])].map((name) => (
                  <option key={name}>{name}</option>
                ))}
              </Select>
            </Field>
          </>
        )}
      />
      <section className={styles.fields} aria-label={texts.categories}>
        {categories.map((name) => (
          <ListTextField
            key={name}
            label={texts.fields[`taskCategories.${name}`]}
            hint={texts.categoryHint}
            separator={'\n'}
            items={draft.taskCategories[name]}
            changed={changed.has(`taskCategories.${name}`)}
            problem={findFirstProblem(problems, `taskCategories.${name}`)}
            onChange={(items) => changeField(`taskCategories.${name}`, items)}
          />
        ))}
      </section>
      <TemplateList {...props} />
      <ItemList<JiraTemplate>
        {...shared('jiraTemplates')}
        line={texts.jiraLine}
        items={draft.jiraTemplates}
        getName={({ name }) => name}
        create={() => ({
          key: crypto.randomUUID(),
          name: '',
          projectKey: '',
          issueType: 'Task',
          summary: '',
          description: '',
          labels: [],
        })}
        render={(template, change, path) => (
          <>
            <TextField
              label={texts.item.name}
              value={template.name}
              problem={problems[`${path}.name`]}
              onChange={(name) => change({ name })}
            />
            <div className={styles.row}>
              <TextField
                label={texts.item.projectKey}
                value={template.projectKey}
                problem={problems[`${path}.projectKey`]}
                onChange={(projectKey) => change({ projectKey })}
              />
              <TextField
                label={texts.item.issueType}
                value={template.issueType}
                problem={problems[`${path}.issueType`]}
                onChange={(issueType) => change({ issueType })}
              />
            </div>
            <TextField
              label={texts.item.summary}
              value={template.summary}
              problem={problems[`${path}.summary`]}
              onChange={(summary) => change({ summary })}
            />
            <TextField
              label={texts.item.description}
              rows={3}
              value={template.description}
              problem={problems[`${path}.description`]}
              onChange={(description) => change({ description })}
            />
            <ListTextField
              label={texts.item.labels}
              separator=","
              items={template.labels}
              problem={findFirstProblem(problems, `${path}.labels`)}
              onChange={(labels) => change({ labels })}
            />
          </>
        )}
      />
      <ItemList<ToolsTemplate>
        {...shared('toolsTemplates')}
        line={texts.toolsLine}
        items={draft.toolsTemplates}
        getName={({ name }) => name}
        create={() => ({ key: crypto.randomUUID(), name: '', description: '', prompt: '' })}
        render={({ name, description, prompt }, change, path) => (
          <>
            <TextField
              label={texts.item.name}
              value={name}
              problem={problems[`${path}.name`]}
              onChange={(value) => change({ name: value })}
            />
            <TextField
              label={texts.item.description}
              value={description}
              problem={problems[`${path}.description`]}
              onChange={(value) => change({ description: value })}
            />
            <TextField
              label={texts.item.prompt}
              rows={3}
              value={prompt}
              problem={problems[`${path}.prompt`]}
              onChange={(value) => change({ prompt: value })}
            />
          </>
        )}
      />
    </>
  );
}
