import { Button, Tooltip } from '@fluentui/react-components';
import { CheckmarkRegular, CopyRegular } from '@fluentui/react-icons';
import { chatTexts } from './chat.texts.ts';
import { useCopy } from './copying/useCopy.ts';

interface CopyButtonProps {
  text: () => string;
  label: string;
}

/** Copies a text and shows a check mark for a short time. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const { isChecked, isLabeled, run } = useCopy();
  return (
    <Tooltip content={isLabeled ? chatTexts.copied : label} relationship="label">
      <Button
        appearance="subtle"
        size="small"
        icon={isChecked ? <CheckmarkRegular /> : <CopyRegular />}
        onClick={() => run(async () => navigator.clipboard.writeText(text()))}
      />
    </Tooltip>
  );
}
