import { acceptLists, fileTypeOf } from '#contract/files/fileTypes.ts';
import { Button, mergeClasses, Text } from '@fluentui/react-components';
import { Dismiss16Regular } from '@fluentui/react-icons';
import { useRef, useState, type DragEvent } from 'react';
import { FileIcon } from '#tab/shell/FileIcon.tsx';
import { FileName } from '#tab/ui/FileName.tsx';
import { knowledgeTexts } from '#tab/features/knowledge/knowledge.texts.ts';
import { getCorpusRejection } from './corpusFiles.rules.ts';
import { useCorpusStyles } from './corpusFiles.styles.ts';

/** A picked file with its own id, since two files can have the same name. */
export interface PickedFile {
  id: string;
  file: File;
}

interface ComputerFilesProps {
  picked: readonly PickedFile[];
  disabled: boolean;
  onPicked: (picked: readonly PickedFile[]) => void;
}

const texts = knowledgeTexts.corpus;
const rejectionTexts = { type: texts.notTaken, size: texts.tooLarge };

/** Files that were picked or dropped; a rejected file shows the reason and is not added. */
export function ComputerFiles({ picked, disabled, onPicked }: ComputerFilesProps) {
  const styles = useCorpusStyles();
  const input = useRef<HTMLInputElement>(null);
  const [isDraggedOver, setIsDraggedOver] = useState(false);
  const take = (files: Iterable<File>) =>
    onPicked([...picked, ...Array.from(files, (file) => ({ id: crypto.randomUUID(), file }))]);
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setIsDraggedOver(false);
    if (!disabled) take(event.dataTransfer.files);
  };
  return (
    <div
      className={mergeClasses(styles.frame, isDraggedOver && styles.over)}
      onDragOver={(event) => {
        event.preventDefault();
        setIsDraggedOver(true);
      }}
      onDragLeave={() => setIsDraggedOver(false)}
      onDrop={onDrop}
    >
      <div className={styles.drop}>
        <Text>{texts.dropHere}</Text>
        <Button disabled={disabled} onClick={() => input.current?.click()}>
          {texts.choose}
        </Button>
        <Text size={200}>{texts.accepted}</Text>
        <input
          ref={input}
          type="file"
          hidden
          multiple
          accept={acceptLists.corpus}
          aria-label={texts.choose}
          onChange={({ target }) => {
            take(target.files ?? []);
            target.value = '';
          }}
        />
      </div>
      <ul className={styles.progress}>
        {picked.map(({ id, file }) => (
          <PickedFileRow key={id} file={file} onRemove={() => onPicked(picked.filter((item) => item.id !== id))} />
        ))}
      </ul>
    </div>
  );
}

function PickedFileRow({ file, onRemove }: { file: File; onRemove: () => void }) {
  const styles = useCorpusStyles();
  const refusal = getCorpusRejection(file);
  return (
    <li className={mergeClasses(styles.bar, styles.centeredRow)}>
      <FileIcon fileType={fileTypeOf(file.type, file.name)} />
      <FileName name={file.name} className={styles.grow} />
      {refusal && <span className={styles.bad}>{rejectionTexts[refusal]}</span>}
      <Button
        size="small"
        appearance="transparent"
        icon={<Dismiss16Regular />}
        aria-label={texts.takeBack(file.name)}
        onClick={onRemove}
      />
    </li>
  );
}
