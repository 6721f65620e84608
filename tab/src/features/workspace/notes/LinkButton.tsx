import {
  Button,
  Field,
  Input,
  makeStyles,
  Popover,
  PopoverSurface,
  PopoverTrigger,
  ToggleButton,
  tokens,
  Tooltip,
} from '@fluentui/react-components';
import { Link20Regular } from '@fluentui/react-icons';
import { useState, type FormEvent } from 'react';
import { Transforms, type Range } from 'slate';
import { ReactEditor, useSlate } from 'slate-react';
import { workspaceTexts } from '#tab/features/workspace/workspace.texts.ts';
import { getLink, removeLink, setLink, toLinkAddress, type NotesEditor } from './notesEditor.ts';

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, width: '260px', maxWidth: '80vw' },
});

const { notes } = workspaceTexts;

/** Links the selected text; on a link, removes it. */
export function LinkButton() {
  const styles = useStyles();
  const editor = useSlate() as NotesEditor;
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const [selection, setSelection] = useState<Range | null>(null);
  const link = getLink(editor);

  function start(next: boolean) {
    if (next && link !== null) {
      removeLink(editor);
      return ReactEditor.focus(editor);
    }
    // The field takes the focus, and with it the selection.
    if (next) setSelection(editor.selection);
    setTyped('');
    setIsWrong(false);
    setOpen(next);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const url = toLinkAddress(typed);
    if (url === null) return setIsWrong(true);
    if (selection) Transforms.select(editor, selection);
    setLink(editor, url);
    setOpen(false);
    ReactEditor.focus(editor);
  }

  return (
    <Popover open={open} onOpenChange={(_, data) => start(data.open)} trapFocus>
      <PopoverTrigger disableButtonEnhancement>
        <Tooltip content={link === null ? notes.link : notes.removeLink} relationship="label" positioning="below">
          <ToggleButton
            size="small"
            appearance="subtle"
            icon={<Link20Regular />}
            checked={link !== null}
            onMouseDown={(event) => event.preventDefault()}
          />
        </Tooltip>
      </PopoverTrigger>
      <PopoverSurface aria-label={notes.addLink}>
        <form className={styles.form} onSubmit={submit}>
          <Field label={notes.address} {...(isWrong ? { validationMessage: notes.wrongAddress } : {})}>
            <Input value={typed} maxLength={2_000} onChange={(_, { value }) => setTyped(value)} />
          </Field>
          <Button type="submit" appearance="primary">
            {notes.addLink}
          </Button>
        </form>
      </PopoverSurface>
    </Popover>
  );
}
