import { Button, DialogActions, DialogContent } from '@fluentui/react-components';
import { describeLabels, listLabels } from '#contract/prompts/promptLabels.ts';
import type { Prompt } from '#contract/prompts/prompts.ts';
import { describeTeams, listTeams, toFields, type PromptFields } from './prompts.rules.ts';
import { usePromptStyles } from './prompts.styles.ts';
import { promptTexts } from './prompts.texts.ts';
import { useTeams } from './useTeams.ts';

const texts = promptTexts.conflict;

interface Props {
  mine: PromptFields;
  theirs: Prompt;
  onMine: () => void;
  onTheirs: () => void;
  onBoth: () => void;
  onBack: () => void;
}

/** Content of a dialog: both versions of a prompt that two devices changed, and which to keep. */
export function PromptConflict({ mine, theirs, onMine, onTheirs, onBoth, onBack }: Props) {
  const styles = usePromptStyles();
  return (
    <>
      <DialogContent className={styles.column}>
        <span>{texts.line}</span>
        <div className={styles.versions}>
          <Version title={texts.mine} fields={mine} />
          <Version title={texts.theirs} fields={toFields(theirs)} />
        </div>
      </DialogContent>
      <DialogActions fluid className={styles.wrap}>
        <Button onClick={onBack}>{texts.back}</Button>
        <Button onClick={onTheirs}>{texts.keepTheirs}</Button>
        <Button onClick={onMine}>{texts.keepMine}</Button>
        <Button appearance="primary" onClick={onBoth}>
          {texts.keepBoth}
        </Button>
      </DialogActions>
    </>
  );
}

function Version({ title, fields }: { title: string; fields: PromptFields }) {
  const styles = usePromptStyles();
  const teams = useTeams();
  const audience = fields.isShared ? describeTeams(listTeams(fields), teams) : promptTexts.private;
  const labels = describeLabels(listLabels(fields.labels.join(',')));
  return (
    <section>
      <h3 className={styles.heading}>{title}</h3>
      <div className={styles.text} tabIndex={0} role="group" aria-label={title}>
        <strong>{fields.title}</strong>
        {`\n${fields.text}`}
      </div>
      <div className={styles.meta}>{[audience, labels].filter(Boolean).join(' · ')}</div>
    </section>
  );
}
