import { makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import type { Descendant } from 'slate';
import { Editable, Slate, useSlate, type RenderElementProps, type RenderLeafProps } from 'slate-react';
import { openLink } from '#tab/shell/openLink.ts';
import { texts } from '#tab/texts.ts';
import { workspaceTexts } from '#tab/features/workspace/workspace.texts.ts';
import { getDepth, numberItems, toBlocks, type ListItemElement } from './notesDocument.ts';
import { createNotesEditor, indentItem, replaceNotes, setLink, toggleMark, toLinkAddress } from './notesEditor.ts';
import { NotesToolbar } from './NotesToolbar.tsx';
import { parseNotes, writeNotesText } from './notesText.ts';

const INDENT_PX = 24;

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    flex: '1 1 0',
    minHeight: 0,
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStrokeAccessible}`,
    borderRadius: tokens.borderRadiusMedium,
    ':focus-within': { outline: `1px solid ${tokens.colorCompoundBrandStroke}` },
  },
  text: {
    flex: '1 1 0',
    minHeight: '80px',
    overflowY: 'auto',
    padding: tokens.spacingHorizontalM,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    outlineStyle: 'none',
    overflowWrap: 'anywhere',
    // A tab is wide enough for the cells of most tables, so that columns line up.
    tabSize: '96px',
    lineHeight: 1.5,
    '& p, & h3': { margin: 0 },
    '& h3': { fontSize: tokens.fontSizeBase300 },
    '& h3[data-size="1"]': { fontSize: tokens.fontSizeBase500 },
    '& h3[data-size="2"]': { fontSize: tokens.fontSizeBase400 },
    '& ul, & ol': { marginBlock: 0, paddingInlineStart: tokens.spacingHorizontalXXL },
    '& ul > li[data-depth="1"], & ul > li[data-depth="3"]': { listStyleType: 'circle' },
    '& ul > li[data-depth="2"], & ul > li[data-depth="4"]': { listStyleType: 'square' },
    '& a': { color: tokens.colorBrandForegroundLink, textDecorationLine: 'underline' },
  },
  placeholder: {
    color: tokens.colorNeutralForeground3,
    pointerEvents: 'none',
    position: 'absolute',
    userSelect: 'none',
  },
});

interface NotesEditorProps {
  notes: string;
  /** Changes when `notes` were changed from outside. */
  revision: number;
  onChange: (notes: string) => void;
  onLeave: () => void;
}

/** Edits notes with headings, lists, bold, italic and links. */
export default function NotesEditor({ notes, revision, onChange, onLeave }: NotesEditorProps) {
  const styles = useStyles();
  const [editor] = useState(createNotesEditor);
  const [initial] = useState<Descendant[]>(() => parseNotes(notes));
  const shown = useRef(revision);
  useEffect(() => {
    if (shown.current === revision) return;
    shown.current = revision;
    replaceNotes(editor, parseNotes(notes));
  }, [editor, notes, revision]);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Tab' && !event.ctrlKey && !event.altKey && !event.metaKey) {
      // Tab nests the item at the caret. If that is not possible, it moves the focus out of the notes.
      if (indentItem(editor, event.shiftKey ? -1 : 1)) event.preventDefault();
      return;
    }
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== 'b' && key !== 'i')) return;
    event.preventDefault();
    toggleMark(editor, key === 'b' ? 'bold' : 'italic');
  }

  function onPaste(event: ClipboardEvent) {
    const text = event.clipboardData.getData('text/plain');
    if (text === '' || event.clipboardData.types.includes('application/x-slate-fragment')) return;
    event.preventDefault();
    const url = /^\S+$/.test(text.trim()) && text.includes('://') ? toLinkAddress(text) : null;
    if (url !== null) setLink(editor, url);
    else
      for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
        if (index > 0) editor.insertBreak();
        editor.insertText(line);
      }
  }

  return (
    <div className={styles.root}>
      <Slate
        editor={editor}
        initialValue={initial}
        onValueChange={(value) => {
          const text = writeNotesText(toBlocks(value));
          // Equal texts mean that the editor only shows notes that were changed elsewhere.
          if (text !== notes) onChange(text);
        }}
      >
        <NotesToolbar />
        <Editable
          className={styles.text}
          aria-label={texts.workspace.notesLabel}
          aria-multiline
          spellCheck
          placeholder={texts.workspace.notesPlaceholder}
          renderPlaceholder={({ attributes, children }) => (
            <span {...attributes} style={{}} className={styles.placeholder}>
              {children}
            </span>
          )}
          renderElement={renderElement}
          renderLeaf={renderLeaf}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          onBlur={onLeave}
        />
      </Slate>
    </div>
  );
}

function renderElement({ attributes, children, element }: RenderElementProps) {
  switch (element.type) {
    case 'heading':
      // All headings are `h3`, because notes can begin with a heading of any level, and the outline of the page must
      // not skip a level.
      return (
        <h3 dir="auto" data-size={element.level} {...attributes}>
          {children}
        </h3>
      );
    case 'list':
      return element.isOrdered ? <ol {...attributes}>{children}</ol> : <ul {...attributes}>{children}</ul>;
    case 'item':
      return (
        <Item element={element} attributes={attributes}>
          {children}
        </Item>
      );
    case 'link':
      return (
        <a
          {...attributes}
          href={element.url}
          title={workspaceTexts.notes.openLink(new URL(element.url).host || element.url)}
          onClick={(event) => {
            event.preventDefault();
            if (event.ctrlKey || event.metaKey) openLink(element.url);
          }}
        >
          {children}
        </a>
      );
    default:
      return (
        <p dir="auto" {...attributes}>
          {children}
        </p>
      );
  }
}

function Item({ element, attributes, children }: RenderElementProps & { element: ListItemElement }) {
  const depth = getDepth(element);
  const number = numberItems(toBlocks(useSlate().children)).get(element);
  return (
    <li
      dir="auto"
      value={number}
      data-depth={depth}
      style={{ marginInlineStart: `${depth * INDENT_PX}px` }}
      {...attributes}
    >
      {children}
    </li>
  );
}

function renderLeaf({ attributes, children, leaf }: RenderLeafProps) {
  const text = 'italic' in leaf && leaf.italic ? <em>{children}</em> : children;
  return <span {...attributes}>{'bold' in leaf && leaf.bold ? <strong>{text}</strong> : text}</span>;
}
