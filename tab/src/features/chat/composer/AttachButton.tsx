import { Button, Tooltip } from '@fluentui/react-components';
import { AddRegular } from '@fluentui/react-icons';
import { useRef, type ChangeEvent } from 'react';
import { composerTexts } from './composer.texts.ts';

interface Props {
  /** Value of the file input's `accept`. */
  accept: string;
  /** Why no files can be attached; null if they can. */
  refusal: string | null;
  onFiles: (files: File[]) => void;
}

/** Opens the browser's file dialog. */
export function AttachButton({ accept, refusal, onFiles }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    onFiles(Array.from(event.target.files ?? []));
    // Otherwise the same file could not be chosen again after its removal.
    event.target.value = '';
  };
  return (
    <>
      <Tooltip content={refusal ?? composerTexts.attach} relationship={refusal ? 'description' : 'label'}>
        <Button
          appearance="subtle"
          aria-label={composerTexts.attach}
          disabledFocusable={refusal !== null}
          icon={<AddRegular />}
          onClick={() => input.current?.click()}
        />
      </Tooltip>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={accept}
        aria-label={composerTexts.attach}
        onChange={choose}
      />
    </>
  );
}
