import { Button, Tooltip } from '@fluentui/react-components';
import { BookStarRegular } from '@fluentui/react-icons';
import { texts } from '#tab/texts.ts';
import { openDialog, type PromptTarget } from './dialogs.ts';

interface Props {
  target: PromptTarget;
  /** Why no prompt can be inserted; null if one can. */
  refusal?: string | null;
}

/** Opens the prompt library, from which a prompt is inserted into `target`. */
export function PromptLibraryButton({ target, refusal = null }: Props) {
  const label = texts.shell.promptLibrary;
  return (
    <Tooltip content={refusal ?? label} relationship={refusal ? 'description' : 'label'}>
      <Button
        appearance="subtle"
        aria-label={label}
        icon={<BookStarRegular />}
        disabledFocusable={refusal !== null}
        onClick={() => openDialog({ name: 'prompts', target })}
      />
    </Tooltip>
  );
}
