import { mergeClasses } from '@fluentui/react-components';
import { Suspense, useEffect, useId, useMemo, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import type { Descendant } from 'slate';
import {
  Editable,
  ReactEditor,
  Slate,
  type RenderElementProps,
  type RenderLeafProps,
  type RenderPlaceholderProps,
} from 'slate-react';
import { useSnapshot } from 'valtio';
import { linkTypedMentions } from '#contract/tasks/taskText.ts';
import { useSlots } from '#tab/shell/layout/slots.ts';
import { showToast } from '#tab/shell/toasts/toasts.ts';
import { chats, type MentionGroup } from '#tab/features/chat/chat.state.ts';
import {
  createComposerEditor,
  insertPlainText,
  replaceEditorDocument,
} from '#tab/features/chat/composer/editor/composerEditor.ts';
import { useOpenEditor } from '#tab/features/chat/composer/editor/openEditors.ts';
import { readPaste } from '#tab/features/chat/composer/editor/paste.ts';
import { getKeyAction } from '#tab/features/chat/composer/keyboard.ts';
import { useMentionPicker } from '#tab/features/chat/composer/mentions/useMentionPicker.ts';
import { listSiteNames } from '#tab/features/tasks/editing/typedMentions.ts';
import { taskTexts } from '#tab/features/tasks/tasks.texts.ts';
import { isComposing } from '#tab/ui/isComposing.ts';
import { FormatBar } from './FormatBar.tsx';
import { leaveList, toggleMark, type Mark } from './richEditor.ts';
import { fromEditorDocument, toEditorDocument } from './richText.ts';
import { useRichEditorStyles } from './RichTextEditor.styles.ts';

interface Props {
  /** A rich text. A change from outside replaces the editor's document. */
  value: string;
  /** With an id, prompts of the library can be inserted at the cursor. */
  editorId?: string;
  label: string;
  placeholder: string;
  onChange: (richText: string) => void;
  /** Called for Ctrl+Enter. */
  onSubmit?: () => void;
  onFiles?: (files: File[]) => void;
  takesFocus?: boolean;
  readOnly?: boolean;
  /** Whether @ opens the list of groups. */
  mentions?: boolean;
}

const noGroups: readonly MentionGroup[] = [];
const markKeys: Partial<Record<string, Mark>> = { b: 'bold', i: 'italic', u: 'underline' };

/** Rich text with formats, lists and mentions. */
export function RichTextEditor(props: Props) {
  const { value, label, placeholder, onChange, takesFocus = false, readOnly = false, mentions = true } = props;
  const styles = useRichEditorStyles();
  const { MentionList } = useSlots();
  const [editor] = useState(createComposerEditor);
  const [initial] = useState(() => toEditorDocument(value));
  const written = useRef(value);
  const allGroups = useSnapshot(chats).groups as readonly MentionGroup[];
  // A step searches sites; functions are for chats.
  const sites = useMemo(() => allGroups.filter((group) => group.site_link !== null), [allGroups]);
  const picker = useMentionPicker(editor, mentions ? sites : noGroups);
  const listId = useId();
  useOpenEditor(props.editorId ?? null, editor);

  useEffect(() => {
    if (written.current === value) return;
    written.current = value;
    replaceEditorDocument(editor, toEditorDocument(value));
  }, [editor, value]);
  useEffect(() => {
    if (takesFocus) ReactEditor.focus(editor);
  }, [takesFocus, editor]);

  const change = (document: Descendant[]) => {
    const richText = fromEditorDocument(document);
    if (richText === written.current) return;
    written.current = richText;
    onChange(richText);
  };

  // Only when the person has typed: the longer name of another site can begin with the same letters.
  const linkMentions = () => {
    const linked = mentions ? linkTypedMentions(written.current, listSiteNames(allGroups)) : written.current;
    if (linked !== written.current) onChange(linked);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const action = getKeyAction(event, {
      isComposing: isComposing(event) || ReactEditor.isComposing(editor),
      hasKeyboard: true,
      isMentionListOpen: picker.open,
      isHistoryOn: false,
      isCaretOnFirstLine: false,
      isCaretOnLastLine: false,
      historyIndex: -1,
    });
    if (picker.open && action !== 'type') {
      event.preventDefault();
      event.stopPropagation();
      if (action === 'listUp') picker.move(-1);
      if (action === 'listDown') picker.move(1);
      if (action === 'pick') picker.pickActive();
      if (action === 'closeList') picker.close();
      return;
    }
    const isMod = event.ctrlKey || event.metaKey;
    if (event.key === 'Enter' && isMod && action === 'send') {
      event.preventDefault();
      linkMentions();
      props.onSubmit?.();
      return;
    }
    const mark = isMod && !event.altKey ? markKeys[event.key.toLowerCase()] : undefined;
    if (mark) {
      event.preventDefault();
      toggleMark(editor, mark);
      return;
    }
    const leaves = (event.key === 'Enter' && !event.shiftKey) || event.key === 'Backspace';
    if (leaves && !isMod && leaveList(editor, event.key as 'Enter' | 'Backspace')) event.preventDefault();
  };

  const onPaste = (event: ClipboardEvent) => {
    const paste = readPaste(event.clipboardData);
    if (paste.name === 'nothing') return;
    event.preventDefault();
    if (paste.name === 'files') props.onFiles?.(paste.files);
    else if (paste.name === 'tooLong') showToast('error', taskTexts.pastedTooLong);
    else insertPlainText(editor, paste.text);
  };

  return (
    <div className={styles.root}>
      <Slate editor={editor} initialValue={initial} onChange={picker.update} onValueChange={change}>
        <Suspense>
          {picker.open && <MentionList id={listId} parts={picker.parts} active={picker.active} onPick={picker.pick} />}
        </Suspense>
        <Editable
          className={mergeClasses('ava-composer-editor', styles.editor)}
          aria-label={label}
          aria-haspopup={mentions && sites.length > 0 ? 'listbox' : undefined}
          aria-controls={picker.open ? listId : undefined}
          aria-activedescendant={picker.open ? `${listId}-${picker.active}` : undefined}
          role="textbox"
          aria-multiline
          aria-readonly={readOnly}
          spellCheck
          placeholder={placeholder}
          readOnly={readOnly}
          renderPlaceholder={renderPlaceholder}
          renderElement={renderElement}
          renderLeaf={renderLeaf}
          onKeyDown={onKeyDown}
          onBlur={linkMentions}
          onPaste={onPaste}
          onDrop={(event) => event.dataTransfer.types.includes('Files')}
        />
        {!readOnly && <FormatBar label={label} editorId={props.editorId ?? null} />}
      </Slate>
    </div>
  );
}

function renderElement(props: RenderElementProps) {
  const { attributes, children, element } = props;
  switch (element.type) {
    case 'mention':
      return <Mention {...props} />;
    case 'bulleted-list':
      return <ul {...attributes}>{children}</ul>;
    case 'numbered-list':
      return <ol {...attributes}>{children}</ol>;
    case 'list-item':
      return <li {...attributes}>{children}</li>;
    default:
      return <p {...attributes}>{children}</p>;
  }
}

function renderLeaf({ attributes, children, leaf }: RenderLeafProps) {
  const underlined = 'underline' in leaf && leaf.underline ? <u>{children}</u> : children;
  const italic = leaf.italic ? <em>{underlined}</em> : underlined;
  return <span {...attributes}>{leaf.bold ? <strong>{italic}</strong> : italic}</span>;
}

function Mention({ attributes, children, element }: RenderElementProps) {
  const styles = useRichEditorStyles();
  return (
    <span {...attributes} contentEditable={false} className={styles.mention}>
      {element.type === 'mention' && `@${element.name}`}
      {children}
    </span>
  );
}

function renderPlaceholder(props: RenderPlaceholderProps) {
  return <Placeholder {...props} />;
}

/** Slate's own placeholder is too pale in some themes and ignores the padding. */
function Placeholder({ attributes, children }: RenderPlaceholderProps) {
  const styles = useRichEditorStyles();
  const { opacity: _pale, top: _above, width: _wide, ...style } = attributes.style;
  return (
    <span {...attributes} style={style} className={styles.placeholder}>
      {children}
    </span>
  );
}
