import { Field, Input } from '@fluentui/react-components';
import { MAX_FOLDER_NAME_CHARACTERS } from '#contract/limits.ts';
import { historyTexts } from '#tab/features/chat/history/history.texts.ts';
import { isComposing } from '#tab/ui/isComposing.ts';

interface FolderNameFieldProps {
  name: string;
  onChange: (name: string) => void;
  onEnter: () => void;
}

export function FolderNameField({ name, onChange, onEnter }: FolderNameFieldProps) {
  return (
    <Field label={historyTexts.folderName}>
      <Input
        value={name}
        maxLength={MAX_FOLDER_NAME_CHARACTERS}
        onChange={(_, { value }) => onChange(value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !isComposing(event)) onEnter();
        }}
      />
    </Field>
  );
}
