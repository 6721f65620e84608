import { MessageBar, MessageBarBody } from '@fluentui/react-components';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { acceptLists } from '../../../../../api/contract/fileTypes.ts';
import { layout } from '../../../shell/layout/layout.state.ts';
import { showToast } from '../../../shell/toasts/toasts.ts';
import { useOrganisation } from '../../../state/session.state.ts';
import { addFiles } from '../../files/files.actions.ts';
import { attachAccept, contextBytes, contextSize, type FileSource } from '../../files/files.rules.ts';
import type { ChatFile } from '../../files/files.state.ts';
import { fileTexts } from '../../files/files.texts.ts';
import { FileChips } from '../../files/chips/DraftFileChips.tsx';
import { knowledgeTexts } from '../../knowledge/knowledge.texts.ts';
import { SettingsChip } from '../../settings/SettingsChip.tsx';
import { stop, useAnswering } from '../chat.actions.ts';
import { AttachButton } from './AttachButton.tsx';
import { composerTexts } from './composer.texts.ts';
import { useComposerStyles } from './Composer.styles.ts';
import { openDraft } from './draft.actions.ts';
import { drafts, visibleFiles, type Draft } from './draft.state.ts';
import { useMemory } from './memory.ts';
import { MemoryLine } from './MemoryLine.tsx';
import { MessageEditor } from './MessageEditor.tsx';
import { isMac } from './platform.ts';
import { SendButton } from './SendButton.tsx';
import { submit, useMaySend } from './sending.ts';
import { SiteOverlay } from './SiteOverlay.tsx';
import { useAwaitsSite } from './useAwaitsSite.ts';
import { useDraftSync } from './useDraftSync.ts';
import { useSettledOutgoing } from './useSettledOutgoing.ts';

interface Props {
  chatId: string;
  mode: 'chat' | 'ks';
}

/** Where a person writes: text, files, settings, and the one button that sends and stops. */
export function Composer({ chatId, mode }: Props) {
  useLayoutEffect(() => openDraft(chatId), [chatId]);
  const draft = useSnapshot(drafts)[chatId] as Draft | undefined;
  return draft ? <OpenComposer key={chatId} chatId={chatId} mode={mode} files={visibleFiles(draft)} /> : null;
}

function OpenComposer({ chatId, mode, files }: Props & { files: ChatFile[] }) {
  const styles = useComposerStyles();
  const section = useRef<HTMLElement>(null);
  const memory = useMemory(chatId);
  const responding = useAnswering(chatId);
  const may = useMaySend(chatId, memory.percent, responding);
  const [refusal, setRefusal] = useState('');
  const uploads = useOrganisation()?.features.uploadBlob ?? true;
  const awaitsSite = useAwaitsSite(chatId);
  const tooLarge = contextSize(contextBytes(files)) === 'tooLarge';
  useSettledOutgoing(chatId);
  useDraftSync(chatId);

  // A reason that no longer holds is taken back.
  useEffect(() => setRefusal(''), [may.name]);

  const send = async () => {
    const answer = await submit(chatId, memory.percent);
    if (answer.name === 'no') setRefusal(answer.reason);
  };
  const focusEditor = () => {
    if (layout.width !== 'phone') section.current?.querySelector<HTMLElement>('[role="textbox"]')?.focus();
  };
  const add = (source: FileSource) => (chosen: File[]) => addFiles(chatId, chosen, source);

  return (
    <section ref={section} className={styles.root} aria-label={composerTexts.composer}>
      <div className={styles.box}>
        <MemoryLine memory={memory} />
        <FileChips chatId={chatId} files={files} focusAfter={focusEditor} />
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
            onFiles={mode === 'ks' ? refuseImages : add('paste')}
          />
          {awaitsSite && <SiteOverlay chatId={chatId} />}
        </div>
        <div className={styles.bar}>
          {mode === 'chat' && (
            <AttachButton accept={uploads ? attachAccept : acceptLists.images} onFiles={add('picker')} />
          )}
          <div className={styles.settings}>
            <SettingsChip mode={mode} />
          </div>
          <SendButton responding={responding} may={may} onSend={() => void send()} onStop={() => void stop(chatId)} />
        </div>
      </div>
      <p className={styles.footer}>
        <span role="status" className={styles.refusal}>
          {refusal}
        </span>
        {refusal === '' && composerTexts.footer(isMac() ? 'Cmd' : 'Ctrl')}
      </p>
    </section>
  );
}

function refuseImages(): void {
  showToast('error', knowledgeTexts.noImages);
}
