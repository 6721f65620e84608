import { Toolbar, ToolbarButton, ToolbarToggleButton } from '@fluentui/react-components';
import {
  BookStar20Regular,
  TextBold20Regular,
  TextBulletList20Regular,
  TextItalic20Regular,
  TextNumberListLtr20Regular,
  TextUnderline20Regular,
} from '@fluentui/react-icons';
import { ReactEditor, useSlate } from 'slate-react';
import { openDialog } from '#tab/shell/dialogs.ts';
import { texts } from '#tab/texts.ts';
import type { ComposerEditor } from '#tab/features/chat/composer/editor/composerEditor.ts';
import { taskTexts } from '#tab/features/tasks/tasks.texts.ts';
import { isListActive, isMarkActive, toggleList, toggleMark, type ListType, type Mark } from './richEditor.ts';
import { useRichEditorStyles } from './RichTextEditor.styles.ts';

const marks: [Mark, typeof TextBold20Regular][] = [
  ['bold', TextBold20Regular],
  ['italic', TextItalic20Regular],
  ['underline', TextUnderline20Regular],
];
const lists: [ListType, 'bullets' | 'numbers', typeof TextBold20Regular][] = [
  ['bulleted-list', 'bullets', TextBulletList20Regular],
  ['numbered-list', 'numbers', TextNumberListLtr20Regular],
];

interface Props {
  label: string;
  /** Id of the editor for prompts of the library; null if it takes none. */
  editorId: string | null;
}

/** Formats of the selected text, and the prompt library. The arrow keys move between the buttons. */
export function FormatBar({ label, editorId }: Props) {
  const styles = useRichEditorStyles();
  const editor = useSlate() as ComposerEditor;
  const apply = (change: () => void) => {
    ReactEditor.focus(editor);
    change();
  };
  const checked = [
    ...marks.filter(([mark]) => isMarkActive(editor, mark)).map(([mark]) => mark),
    ...lists.filter(([type]) => isListActive(editor, type)).map(([type]) => type),
  ];
  return (
    <Toolbar
      size="small"
      className={styles.bar}
      aria-label={`${taskTexts.format.label}: ${label}`}
      checkedValues={{ format: checked }}
    >
      {marks.map(([mark, Icon]) => (
        <ToolbarToggleButton
          key={mark}
          name="format"
          value={mark}
          icon={<Icon />}
          aria-label={taskTexts.format[mark]}
          title={taskTexts.format[mark]}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => apply(() => toggleMark(editor, mark))}
        />
      ))}
      {lists.map(([type, name, Icon]) => (
        <ToolbarToggleButton
          key={type}
          name="format"
          value={type}
          icon={<Icon />}
          aria-label={taskTexts.format[name]}
          title={taskTexts.format[name]}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => apply(() => toggleList(editor, type))}
        />
      ))}
      {editorId !== null && (
        <ToolbarButton
          icon={<BookStar20Regular />}
          aria-label={texts.shell.promptLibrary}
          title={texts.shell.promptLibrary}
          onClick={() => openDialog({ name: 'prompts', target: { editorId, mentions: true } })}
        />
      )}
    </Toolbar>
  );
}
