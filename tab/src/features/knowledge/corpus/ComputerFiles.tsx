import { Button, mergeClasses, Text } from '@fluentui/react-components';
import { Dismiss16Regular } from '@fluentui/react-icons';
import { useRef, useState, type DragEvent } from 'react';
import { knowledgeTexts } from '../knowledge.texts.ts';
import { corpusAccept, cutName, refusalOf } from './corpusFiles.rules.ts';
import { useCorpusStyles } from './corpusFiles.styles.ts';

/** A file of this computer under an id of its own: two may have one name. */
export interface PickedFile {
  id: string;
  file: File;
}

interface ComputerFilesProps {
  picked: readonly PickedFile[];
  disabled: boolean;
  onPicked: (picked: readonly PickedFile[]) => void;
}

const words = knowledgeTexts.corpus;
const refusals = { type: words.notTaken, size: words.tooLarge };

/** Files chosen or dropped from this computer; one that cannot be taken says why and is left out. */
export function ComputerFiles({ picked, disabled, onPicked }: ComputerFilesProps) {
  const styles = useCorpusStyles();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = (files: Iterable<File>) =>
    onPicked([...picked, ...Array.from(files, (file) => ({ id: crypto.randomUUID(), file }))]);
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setOver(false);
    if (!disabled) take(event.dataTransfer.files);
  };
  return (
    <div
      className={mergeClasses(styles.frame, over && styles.over)}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <div className={styles.drop}>
        <Text>{words.dropHere}</Text>
        <Button disabled={disabled} onClick={() => input.current?.click()}>
          {words.choose}
        </Button>
        <Text size={200}>{words.accepted}</Text>
        <input
          ref={input}
          type="file"
          hidden
          multiple
          accept={corpusAccept}
          aria-label={words.choose}
          onChange={({ target }) => {
            take(target.files ?? []);
            target.value = '';
          }}
        />
      </div>
      <ul className={styles.progress}>
        {picked.map(({ id, file }) => (
          <Picked key={id} file={file} onRemove={() => onPicked(picked.filter((each) => each.id !== id))} />
        ))}
      </ul>
    </div>
  );
}

function Picked({ file, onRemove }: { file: File; onRemove: () => void }) {
  const styles = useCorpusStyles();
  const refusal = refusalOf(file);
  return (
    <li className={mergeClasses(styles.bar, styles.centredRow)}>
      <bdi className={styles.grow} title={file.name}>
        {cutName(file.name)}
      </bdi>
      {refusal && <span className={styles.bad}>{refusals[refusal]}</span>}
      <Button
        size="small"
        appearance="transparent"
        icon={<Dismiss16Regular />}
        aria-label={words.takeBack(file.name)}
        onClick={onRemove}
      />
    </li>
  );
}
