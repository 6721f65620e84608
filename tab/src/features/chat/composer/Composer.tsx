import { MessageBar, MessageBarBody } from '@fluentui/react-components';
import { Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { acceptLists } from '#contract/files/fileTypes.ts';
import { hasKeyboard, isMac } from '#tab/shell/keyboard/shortcuts.ts';
import { PromptLibraryButton } from '#tab/shell/PromptLibraryButton.tsx';
import { layout } from '#tab/shell/layout/layout.state.ts';
import { useSlots } from '#tab/shell/layout/slots.ts';
import { showToast } from '#tab/shell/toasts/toasts.ts';
import { useOrganization } from '#tab/state/session.state.ts';
import { getOwnedKey } from '#tab/state/storageOwner.ts';
import { addFiles } from '#tab/features/files/files.actions.ts';
import { countContextBytes, classifyContextSize } from '#tab/features/files/files.rules.ts';
import type { ChatFile, RemovedFile } from '#tab/features/files/files.state.ts';
import { fileTexts } from '#tab/features/files/files.texts.ts';
import { AddFilesMenu } from '#tab/features/files/sources/AddFilesMenu.tsx';
import type { RemoteFile } from '#tab/features/files/sources/remoteFile.ts';
import { DraftFileChips } from '#tab/features/files/chips/DraftFileChips.tsx';
import { knowledgeTexts } from '#tab/features/knowledge/knowledge.texts.ts';
import { SettingsChip } from './SettingsChip.tsx';
import { searches, getSelectedSites } from '#tab/features/knowledge/siteSelection.state.ts';
import { useIsChatAnswering, getUserPrompts } from '#tab/features/chat/chat.actions.ts';
import { chats } from '#tab/features/chat/chat.state.ts';
import { getMode } from '#tab/features/chat/chatSettings.actions.ts';
import { DraftQuote } from '#tab/features/chat/quoting/DraftQuote.tsx';
import { composerTexts } from './composer.texts.ts';
import { useComposerStyles } from './Composer.styles.ts';
import {
  openDraft,
  reloadStoredDraft,
  saveDraftsNow,
  clearReturnedDraft,
  resolveUnsureOutgoing,
} from './draft/draft.actions.ts';
import { drafts, getVisibleFiles, type Draft } from './draft/draft.state.ts';
import { openContextBreakdown, useContextUsage } from './contextUsage/useContextUsage.ts';
import { ContextUsageBar } from './contextUsage/ContextUsageBar.tsx';
import { MessageEditor } from './editor/MessageEditor.tsx';
import { DictationButton, DictationRow } from './dictation/DictationButton.tsx';
import { SendButton } from './SendButton.tsx';
import { submitDraft, useCanSend } from './submitDraft.ts';
import { SiteOverlay } from './SiteOverlay.tsx';
import { stop } from '#tab/features/chat/exchange/stop.actions.ts';
import { getDraftKey } from './draft/draft.storage.ts';

interface Props {
  chatId: string;
  mode: 'chat' | 'ks';
}

/** The message box: text, files, settings, and a button that sends or stops. */
export function Composer({ chatId, mode }: Props) {
  useLayoutEffect(() => openDraft(chatId), [chatId]);
  const draft = useSnapshot(drafts)[chatId] as Draft | undefined;
  return draft ? (
    <OpenComposer key={chatId} chatId={chatId} mode={mode} files={getVisibleFiles(draft)} removed={draft.removed} />
  ) : null;
}

function OpenComposer({ chatId, mode, files, removed }: Props & { files: ChatFile[]; removed: RemovedFile[] }) {
  const styles = useComposerStyles();
  const section = useRef<HTMLElement>(null);
  const usage = useContextUsage(chatId);
  const responding = useIsChatAnswering(chatId);
  const decision = useCanSend(chatId, usage.percent, responding);
  const [refusal, setRefusal] = useState('');
  const uploads = useOrganization()?.features.uploadBlob ?? true;
  const awaitsSite = useAwaitsSite(chatId);
  const tooLarge = classifyContextSize(countContextBytes(files)) === 'tooLarge';
  const { inlineHelpLink, SuggestedPrompts } = useSlots();
  const target = { editorId: chatId, mentions: mode === 'chat' };
  // An empty chat shows this link on its welcome screen.
  const offersHelp = (useSnapshot(chats).open[chatId]?.entries.length ?? 0) > 0 && mode === 'chat';
  const offersKeys = useSnapshot(layout).width !== 'phone' && hasKeyboard();
  useResolvedOutgoing(chatId);
  useDraftSync(chatId);

  // The reason shown after a refused send is outdated when the decision changes.
  useEffect(() => setRefusal(''), [decision.name]);

  const send = async () => {
    const answer = await submitDraft(chatId, usage.percent);
    if (answer.name === 'no') setRefusal(answer.reason);
  };
  const focusEditor = () => {
    if (layout.width !== 'phone') section.current?.querySelector<HTMLElement>('[role="textbox"]')?.focus();
  };
  const add = (files: (File | RemoteFile)[]) => addFiles(chatId, files);

  return (
    <section ref={section} className={styles.root} aria-label={composerTexts.composer}>
      <div className={styles.box}>
        <ContextUsageBar usage={usage} onOpen={openContextBreakdown} />
        <DraftFileChips chatId={chatId} files={files} removed={removed} focusAfter={focusEditor} />
        <DraftQuote chatId={chatId} focusAfter={focusEditor} />
        {files.length > 0 && (
          <Suspense>
            <SuggestedPrompts target={target} fileTypes={files.map(({ fileType }) => fileType)} />
          </Suspense>
        )}
        {tooLarge && (
          <MessageBar intent="error" className={styles.message}>
            <MessageBarBody>{fileTexts.contextTooLarge}</MessageBarBody>
          </MessageBar>
        )}
        <div className={styles.editor}>
          <MessageEditor
            chatId={chatId}
            mode={mode}
            disabled={awaitsSite}
            onSend={() => void send()}
            onFiles={mode === 'ks' ? refuseImages : add}
          />
          {awaitsSite && <SiteOverlay chatId={chatId} />}
        </div>
        <DictationRow chatId={chatId} />
        <div className={styles.bar}>
          {mode === 'chat' && (
            <AddFilesMenu
              label={composerTexts.attach}
              accept={acceptLists.chatPicker}
              refusal={uploads ? null : fileTexts.uploadsOff}
              onFiles={add}
            />
          )}
          <PromptLibraryButton target={target} refusal={awaitsSite ? knowledgeTexts.selectSite : null} />
          <div className={styles.settings}>
            <SettingsChip chatId={chatId} mode={mode} />
          </div>
          <DictationButton chatId={chatId} disabled={awaitsSite} />
          <SendButton
            responding={responding}
            decision={decision}
            onSend={() => void send()}
            onStop={() => void stop(chatId)}
          />
        </div>
      </div>
      <p className={styles.footer}>
        <span role="status" className={styles.refusal}>
          {refusal}
        </span>
        {refusal === '' && (
          <span className={styles.hint}>
            {offersKeys ? composerTexts.footer(isMac() ? 'Cmd' : 'Ctrl') : composerTexts.caution}
            {offersHelp && <span className={styles.help}>{inlineHelpLink}</span>}
          </span>
        )}
      </p>
    </section>
  );
}

function refuseImages(): void {
  showToast('error', knowledgeTexts.noImages);
}

/** Whether a search has no selected site; false in Chat. */
function useAwaitsSite(chatId: string): boolean {
  const search = useSnapshot(searches)[chatId];
  return getMode(chatId) === 'ks' && getSelectedSites(search) === null;
}

/**
 * Saves the draft of a chat when the page closes and keeps a person's windows in sync: the focused window writes, the
 * others reload.
 */
function useDraftSync(chatId: string): void {
  useEffect(() => {
    const onStorage = ({ key }: StorageEvent) => {
      if (key === getOwnedKey(getDraftKey(chatId)) && !document.hasFocus()) reloadStoredDraft(chatId);
    };
    window.addEventListener('storage', onStorage);
    window.addEventListener('pagehide', saveDraftsNow);
    document.addEventListener('visibilitychange', saveDraftsNow);
    return () => {
      saveDraftsNow();
      window.removeEventListener('storage', onStorage);
      window.removeEventListener('pagehide', saveDraftsNow);
      document.removeEventListener('visibilitychange', saveDraftsNow);
    };
  }, [chatId]);
}

/**
 * The page closed while a message was being sent. Once the chat is loaded: if the server has the message, it leaves the
 * draft; otherwise it returns to it. A returned draft is cleared when Retry in the conversation has sent it.
 */
function useResolvedOutgoing(chatId: string): void {
  const unsure = useSnapshot(drafts)[chatId]?.outgoing?.name === 'unsure';
  const loading = useSnapshot(chats).open[chatId]?.loading.name;
  useEffect(() => {
    if (unsure && loading === 'ready') resolveUnsureOutgoing(chatId, getUserPrompts(chatId).at(-1));
  }, [chatId, unsure, loading]);

  const last = useSnapshot(chats).open[chatId]?.entries.findLast((entry) => entry.source === 'User');
  const stored = last?.delivery === 'stored' ? last.content : null;
  useEffect(() => {
    if (stored !== null) clearReturnedDraft(chatId, stored);
  }, [chatId, stored]);
}
