import { mergeClasses, makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useId, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import type { Descendant } from 'slate';
import { Editable, ReactEditor, Slate, type RenderElementProps, type RenderPlaceholderProps } from 'slate-react';
import { useSnapshot } from 'valtio';
import { COMPOSER_MAX_PX } from '#contract/limits.ts';
import { layout } from '#tab/shell/layout/layout.state.ts';
import { network } from '#tab/state/network.ts';
import { showToast } from '#tab/shell/toasts/toasts.ts';
import { LOW_WINDOW } from '#tab/shell/layout/lowWindow.ts';
import { mentionStyle } from '#tab/ui/mentionStyle.ts';
import type { RemoteFile } from '#tab/features/files/sources/remoteFile.ts';
import { knowledgeTexts } from '#tab/features/knowledge/knowledge.texts.ts';
import { settings } from '#tab/features/settings/settings.state.ts';
import { useIsChatAnswering, getUserPrompts } from '#tab/features/chat/chat.actions.ts';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import { chats, type MentionGroup } from '#tab/features/chat/chat.state.ts';
import { composerTexts } from '#tab/features/chat/composer/composer.texts.ts';
import { changeDocument, stepPromptHistory } from '#tab/features/chat/composer/draft/draft.actions.ts';
import { stepToOlderPrompt } from './promptHistory.actions.ts';
import { ensureDraft, drafts } from '#tab/features/chat/composer/draft/draft.state.ts';
import { getCaretLines, createComposerEditor, insertPlainText, replaceEditorDocument } from './composerEditor.ts';
import { getKeyAction, type KeyAction } from '#tab/features/chat/composer/keyboard.ts';
import { MentionPicker } from '#tab/features/chat/composer/mentions/MentionPicker.tsx';
import { hasKeyboard } from '#tab/shell/keyboard/shortcuts.ts';
import { isComposing } from '#tab/ui/isComposing.ts';
import { useOpenEditor } from './openEditors.ts';
import { useComposerPicker } from './useComposerPicker.ts';
import { readPaste } from './paste.ts';

const useEditorStyles = makeStyles({
  editor: {
    // Overrides Slate, which sets the height of the placeholder as the minimum: the box would change with the first
    // letter.
    minHeight: '44px !important',
    maxHeight: `${COMPOSER_MAX_PX}px`,
    [LOW_WINDOW]: { maxHeight: 'max(44px, 20dvh)' },
    overflowY: 'auto',
    boxSizing: 'border-box',
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL} ${tokens.spacingVerticalXS}`,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    color: tokens.colorNeutralForeground1,
    overflowWrap: 'anywhere',
    outlineStyle: 'none',
    '& p': { margin: 0 },
  },
  placeholder: {
    top: tokens.spacingVerticalM,
    color: tokens.colorNeutralForeground3,
    pointerEvents: 'none',
    userSelect: 'none',
    [LOW_WINDOW]: { maxWidth: '100%', whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis' },
  },
  mention: mentionStyle,
});

interface Props {
  chatId: string;
  mode: 'chat' | 'ks';
  /** Whether the person cannot type yet. */
  disabled: boolean;
  onSend: () => void;
  onFiles: (files: (File | RemoteFile)[]) => void;
}

const noGroups: readonly MentionGroup[] = [];
const placeholders = { chat: composerTexts.placeholder, ks: knowledgeTexts.placeholder };

/** The text of the draft: typing, keys, paste, mentions and what a slash lists. */
export function MessageEditor({ chatId, mode, disabled, onSend, onFiles }: Props) {
  const styles = useEditorStyles();
  const [editor] = useState(createComposerEditor);
  const [initial] = useState(() => ensureDraft(chatId).document);
  const allGroups = useSnapshot(chats).groups as readonly MentionGroup[];
  const groups = mode === 'chat' ? allGroups : noGroups;
  const picker = useComposerPicker(editor, { chatId, mode, groups, onFiles });
  const listId = useId();
  const revision = useSnapshot(drafts)[chatId]?.revision ?? 0;
  const renderedRevision = useRef(revision);
  const answering = useIsChatAnswering(chatId);
  const { isOnline } = useSnapshot(network);
  useOpenEditor(chatId, editor);

  useEffect(() => {
    if (renderedRevision.current === revision) return;
    renderedRevision.current = revision;
    replaceEditorDocument(editor, ensureDraft(chatId).document);
    if (layout.width !== 'phone' && document.hasFocus()) ReactEditor.focus(editor);
  }, [chatId, editor, revision]);

  useEffect(() => {
    if (layout.width !== 'phone' && !disabled) ReactEditor.focus(editor);
  }, [editor, disabled]);

  const actions: Record<Exclude<KeyAction, 'type'>, () => boolean> = {
    send: () => runHandled(onSend),
    newline: () => runHandled(() => editor.insertBreak()),
    older: () => stepToOlderPrompt(chatId),
    newer: () => stepPromptHistory(chatId, getUserPrompts(chatId), 'newer'),
    listUp: () => runHandled(() => picker.move(-1)),
    listDown: () => runHandled(() => picker.move(1)),
    pick: () => runHandled(picker.pickActive),
    closeList: () => runHandled(picker.close),
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const lines = getCaretLines(editor);
    const action = getKeyAction(event, {
      isComposing: isComposing(event) || ReactEditor.isComposing(editor),
      hasKeyboard: hasKeyboard(),
      isMentionListOpen: picker.open,
      isHistoryOn: settings.promptHistoryNavigation,
      isCaretOnFirstLine: lines.first,
      isCaretOnLastLine: lines.last,
      historyIndex: ensureDraft(chatId).history.index,
    });
    // A sentence without a list leaves the keys to the text, but Escape closes it.
    if (!picker.open && picker.note !== '' && event.key === 'Escape') {
      event.stopPropagation();
      picker.close();
    } else if (action !== 'type' && actions[action]()) event.preventDefault();
  };

  const onPaste = (event: ClipboardEvent) => {
    const paste = readPaste(event.clipboardData);
    if (paste.name === 'nothing') return;
    event.preventDefault();
    if (paste.name === 'files') onFiles(paste.files);
    else if (paste.name === 'tooLong') showToast('error', composerTexts.pastedTooLong);
    else insertPlainText(editor, paste.text);
  };

  const active = picker.open ? `${listId}-${picker.active}` : undefined;

  return (
    <Slate
      editor={editor}
      initialValue={initial}
      onChange={picker.update}
      onValueChange={(value: Descendant[]) => changeDocument(chatId, value)}
    >
      {(picker.open || picker.note !== '') && (
        <MentionPicker
          id={listId}
          parts={picker.parts}
          note={picker.note}
          active={picker.active}
          onPick={picker.pick}
        />
      )}
      <Editable
        className={mergeClasses('ava-composer-editor', styles.editor)}
        aria-label={composerTexts.label}
        aria-haspopup="listbox"
        aria-controls={picker.open ? listId : undefined}
        aria-activedescendant={active}
        aria-multiline
        data-pane-focus
        spellCheck
        placeholder={answering && isOnline ? chatTexts.thinking : placeholders[mode]}
        readOnly={disabled}
        aria-hidden={disabled || undefined}
        renderPlaceholder={renderPlaceholder}
        renderElement={renderElement}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onDrop={(event) => event.dataTransfer.types.includes('Files')}
      />
    </Slate>
  );
}

function runHandled(action: () => void): true {
  action();
  return true;
}

function renderElement(props: RenderElementProps) {
  return props.element.type === 'mention' ? <Mention {...props} /> : <p {...props.attributes}>{props.children}</p>;
}

function Mention({ attributes, children, element }: RenderElementProps) {
  const styles = useEditorStyles();
  return (
    <span {...attributes} contentEditable={false} className={styles.mention}>
      {element.type === 'mention' && `@${element.name}`}
      {children}
    </span>
  );
}

/** Slate's default placeholder is too pale in some themes and ignores the padding. */
function renderPlaceholder({ attributes, children }: RenderPlaceholderProps) {
  return <Placeholder attributes={attributes}>{children}</Placeholder>;
}

function Placeholder({ attributes, children }: RenderPlaceholderProps) {
  const styles = useEditorStyles();
  const { opacity: _pale, top: _above, width: _wide, ...style } = attributes.style;
  return (
    <span {...attributes} style={style} className={styles.placeholder}>
      {children}
    </span>
  );
}
