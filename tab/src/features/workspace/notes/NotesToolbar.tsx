import { makeStyles, ToggleButton, Toolbar, tokens, Tooltip } from '@fluentui/react-components';
import {
  TextBold20Regular,
  TextBulletListLtr20Regular,
  TextItalic20Regular,
  TextNumberListLtr20Regular,
} from '@fluentui/react-icons';
import type { ReactElement } from 'react';
import { ReactEditor, useSlate } from 'slate-react';
import { workspaceTexts } from '#tab/features/workspace/workspace.texts.ts';
import { LinkButton } from './LinkButton.tsx';
import { getBlockKind, hasMark, toggleBlock, toggleMark, type BlockKind, type NotesEditor } from './notesEditor.ts';

const useStyles = makeStyles({
  bar: {
    flexWrap: 'wrap',
    padding: `0 ${tokens.spacingHorizontalXS}`,
    rowGap: tokens.spacingVerticalXXS,
    minHeight: '32px',
  },
  glyph: { fontSize: tokens.fontSizeBase200, fontWeight: tokens.fontWeightSemibold },
});

/** The icons of headings are not in the set; these are as large as its icons. */
function Glyph({ text }: { text: string }) {
  const styles = useStyles();
  return (
    <span className={styles.glyph} aria-hidden>
      {text}
    </span>
  );
}

const { notes } = workspaceTexts;

const blocks: readonly { kind: BlockKind; label: string; icon: ReactElement }[] = [
  { kind: 'heading1', label: notes.headings[0], icon: <Glyph text="H1" /> },
  { kind: 'heading2', label: notes.headings[1], icon: <Glyph text="H2" /> },
  { kind: 'heading3', label: notes.headings[2], icon: <Glyph text="H3" /> },
  { kind: 'bullets', label: notes.bullets, icon: <TextBulletListLtr20Regular /> },
  { kind: 'numbers', label: notes.numbers, icon: <TextNumberListLtr20Regular /> },
];

/** Formats of the selected text. */
export function NotesToolbar() {
  const styles = useStyles();
  const editor = useSlate() as NotesEditor;
  const kind = getBlockKind(editor);
  return (
    <Toolbar size="small" aria-label={notes.format} className={styles.bar}>
      <FormatButton
        label={notes.bold}
        icon={<TextBold20Regular />}
        checked={hasMark(editor, 'bold')}
        toggle={() => toggleMark(editor, 'bold')}
      />
      <FormatButton
        label={notes.italic}
        icon={<TextItalic20Regular />}
        checked={hasMark(editor, 'italic')}
        toggle={() => toggleMark(editor, 'italic')}
      />
      {blocks.map((block) => (
        <FormatButton
          key={block.kind}
          label={block.label}
          icon={block.icon}
          checked={kind === block.kind}
          toggle={() => toggleBlock(editor, block.kind)}
        />
      ))}
      <LinkButton />
    </Toolbar>
  );
}

interface FormatButtonProps {
  label: string;
  icon: ReactElement;
  checked: boolean;
  toggle: () => void;
}

function FormatButton({ label, icon, checked, toggle }: FormatButtonProps) {
  const editor = useSlate() as NotesEditor;
  return (
    <Tooltip content={label} relationship="label" positioning="below">
      <ToggleButton
        size="small"
        appearance="subtle"
        icon={icon}
        checked={checked}
        // Keeps the selection in the text.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => {
          toggle();
          ReactEditor.focus(editor);
        }}
      />
    </Tooltip>
  );
}
