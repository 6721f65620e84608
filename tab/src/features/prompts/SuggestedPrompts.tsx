import { Button, makeStyles, tokens, Tooltip } from '@fluentui/react-components';
import { BookStar20Regular } from '@fluentui/react-icons';
import { useEffect, useId } from 'react';
import { useSnapshot } from 'valtio';
import type { Prompt } from '#contract/prompts/prompts.ts';
import { suggestPrompts } from '#contract/prompts/promptRules.ts';
import { openDialog } from '#tab/shell/dialogs.ts';
import { LOW_WINDOW } from '#tab/shell/layout/lowWindow.ts';
import type { SuggestedPromptsProps } from '#tab/shell/layout/slots.ts';
import { insertIntoTarget, loadPrompts } from './prompts.actions.ts';
import { prompts } from './prompts.state.ts';
import { promptTexts } from './prompts.texts.ts';

const TOOLTIP_CHARACTERS = 300;

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM} 0`,
    [LOW_WINDOW]: { display: 'none' },
  },
  label: { fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
  list: { display: 'contents', listStyleType: 'none', '& > li': { minWidth: 0, maxWidth: '100%' } },
  prompt: { maxWidth: '100%', fontWeight: tokens.fontWeightRegular },
  title: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', maxWidth: '220px' },
});

/** At most three prompts for the types of the attached files. */
export default function SuggestedPrompts({ target, fileTypes }: SuggestedPromptsProps) {
  const styles = useStyles();
  const labelId = useId();
  const list = useSnapshot(prompts).items.list as readonly Prompt[];
  useEffect(() => void loadPrompts(), []);
  const suggested = suggestPrompts(list, fileTypes);
  if (suggested.length === 0) return null;
  const choose = (prompt: Prompt) => {
    if (!insertIntoTarget(target, prompt)) openDialog({ name: 'promptVariables', target, promptId: prompt.prompt_id });
  };
  return (
    <div className={styles.root}>
      <span id={labelId} className={styles.label}>
        {promptTexts.suggested}
      </span>
      <ul aria-labelledby={labelId} className={styles.list}>
        {suggested.map((prompt) => (
          <li key={prompt.prompt_id}>
            <Tooltip content={prompt.prompt_text.slice(0, TOOLTIP_CHARACTERS)} relationship="description">
              <Button
                size="small"
                className={styles.prompt}
                icon={<BookStar20Regular />}
                onClick={() => choose(prompt)}
              >
                <span className={styles.title}>{prompt.prompt_title}</span>
              </Button>
            </Tooltip>
          </li>
        ))}
      </ul>
    </div>
  );
}
