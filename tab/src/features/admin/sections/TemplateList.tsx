import { Button, Switch } from '@fluentui/react-components';
import { Add20Regular, Delete20Regular } from '@fluentui/react-icons';
import { MAX_TEMPLATE_STEPS, type TaskTemplate } from '#contract/tasks/taskTemplates.ts';
import { findFirstProblem, type Problems } from '#tab/features/admin/admin.rules.ts';
import { useAdminStyles } from '#tab/features/admin/admin.styles.ts';
import { adminTexts as texts } from '#tab/features/admin/admin.texts.ts';
import { TextField } from '#tab/features/admin/fields.tsx';
import { ItemList } from '#tab/features/admin/ItemList.tsx';
import { ListTextField } from '#tab/features/admin/ListTextField.tsx';
import type { Draft } from '#tab/features/admin/useDraft.ts';

type Step = TaskTemplate['steps'][number];

const emptyStep: Step = { title: '', prompt: '', superPrompt: false, mentions: [], previous: null };

/** The tasks that the organization offers in the task library. */
export function TemplateList({ draft, changed, problems }: Draft) {
  return (
    <ItemList<TaskTemplate>
      field="templates"
      line={texts.templatesLine}
      items={draft.templates}
      changed={changed.has('templates')}
      problems={problems}
      getName={({ title }) => title}
      create={() => ({ id: crypto.randomUUID(), title: '', description: '', tags: [], steps: [emptyStep] })}
      render={(template, change, path) => (
        <>
          <TextField
            label={texts.item.title}
            value={template.title}
            problem={problems[`${path}.title`]}
            onChange={(title) => change({ title })}
          />
          <TextField
            label={texts.item.description}
            rows={2}
            value={template.description}
            problem={problems[`${path}.description`]}
            onChange={(description) => change({ description })}
          />
          <ListTextField
            label={texts.item.tags}
            separator=","
            items={template.tags}
            problem={findFirstProblem(problems, `${path}.tags`)}
            onChange={(tags) => change({ tags })}
          />
          <Steps
            steps={template.steps}
            path={`${path}.steps`}
            problems={problems}
            onChange={(steps) => change({ steps })}
          />
        </>
      )}
    />
  );
}

interface StepsProps {
  steps: readonly Step[];
  path: string;
  problems: Problems;
  onChange: (steps: Step[]) => void;
}

function Steps({ steps, path, problems, onChange }: StepsProps) {
  const styles = useAdminStyles();
  const changeStep = (index: number, changes: Partial<Step>) =>
    onChange(steps.map((step, at) => (at === index ? { ...step, ...changes } : step)));
  return (
    <>
      {steps.map((step, index) => (
        <div key={index} role="group" aria-label={texts.item.step(index + 1)} className={styles.fields}>
          <TextField
            label={`${texts.item.step(index + 1)}: ${texts.item.title.toLowerCase()}`}
            value={step.title}
            problem={problems[`${path}.${index}.title`]}
            onChange={(title) => changeStep(index, { title })}
          />
          <TextField
            label={texts.item.stepPrompt}
            rows={3}
            value={step.prompt}
            problem={problems[`${path}.${index}.prompt`]}
            onChange={(prompt) => changeStep(index, { prompt, mentions: findMentions(prompt) })}
          />
          <div className={styles.actions}>
            {index > 0 && (
              <Switch
                label={texts.item.previous}
                checked={step.previous !== null}
                onChange={(_, { checked }) => changeStep(index, { previous: checked ? index : null })}
              />
            )}
            {steps.length > 1 && (
              <Button size="small" icon={<Delete20Regular />} onClick={() => onChange(removeStep(steps, index))}>
                {texts.item.removeStep(index + 1)}
              </Button>
            )}
          </div>
        </div>
      ))}
      <div>
        <Button
          size="small"
          icon={<Add20Regular />}
          disabledFocusable={steps.length >= MAX_TEMPLATE_STEPS}
          onClick={() => onChange([...steps, emptyStep])}
        >
          {texts.item.addStep}
        </Button>
      </div>
    </>
  );
}

/** A site is mentioned as `[Name]`. */
function findMentions(prompt: string): string[] {
  return [...new Set([...prompt.matchAll(/\[([^[\]]{1,200})\]/g)].map(([, name]) => name ?? ''))].slice(0, 5);
}

/** References to later steps are renumbered. A reference to the removed step is cleared. */
function removeStep(steps: readonly Step[], removed: number): Step[] {
  return steps
    .filter((_, index) => index !== removed)
    .map((step) => {
      const number = removed + 1;
      if (step.previous === null || step.previous < number) return step;
      return { ...step, previous: step.previous === number ? null : step.previous - 1 };
    });
}
