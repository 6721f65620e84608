import { Button, Menu, MenuItem, MenuList, MenuPopover, MenuTrigger, Tooltip } from '@fluentui/react-components';
import { BranchForkRegular, FlagRegular, MoreHorizontalRegular, TextQuoteRegular } from '@fluentui/react-icons';
import { Suspense, useState } from 'react';
import { isWrittenByRun } from '#contract/chats/messages.ts';
import { lazyDialog } from '#tab/shell/lazyDialog.tsx';
import { chats, type Entry } from '#tab/features/chat/chat.state.ts';
import { getMetadata } from '#tab/features/chat/history/metadata.actions.ts';
import { quoteAnswer } from '#tab/features/chat/quoting/QuoteButton.tsx';
import { startBranch } from './answerMenu.actions.ts';
import { answerMenuTexts as texts } from './answerMenu.texts.ts';

const ReportDialog = lazyDialog(() => import('./ReportDialog.tsx'));

interface AnswerMenuProps {
  chatId: string;
  entry: Entry;
  messageId: string;
}

/** What is needed less often than the buttons: quoting without selecting, a new chat from here, a report. */
export function AnswerMenu({ chatId, entry, messageId }: AnswerMenuProps) {
  const [isReporting, setIsReporting] = useState(false);
  // A temporary chat is not kept, so no other chat starts from it.
  const isKept = !chats.open[chatId]?.isTemporary && !getMetadata(chatId)?.Temporary;
  return (
    <>
      <Menu positioning={{ position: 'below', align: 'start', autoSize: true }}>
        <MenuTrigger disableButtonEnhancement>
          <Tooltip content={texts.more} relationship="label">
            <Button appearance="subtle" size="small" icon={<MoreHorizontalRegular />} />
          </Tooltip>
        </MenuTrigger>
        <MenuPopover>
          <MenuList>
            <MenuItem icon={<TextQuoteRegular />} onClick={() => quoteAnswer(chatId, messageId)}>
              {texts.quote}
            </MenuItem>
            {isKept && (
              <MenuItem icon={<BranchForkRegular />} onClick={() => void startBranch(chatId, messageId)}>
                {texts.branch}
              </MenuItem>
            )}
            {isWrittenByRun(entry) && (
              <MenuItem icon={<FlagRegular />} onClick={() => setIsReporting(true)}>
                {texts.report}
              </MenuItem>
            )}
          </MenuList>
        </MenuPopover>
      </Menu>
      {isReporting && (
        <Suspense>
          <ReportDialog messageId={messageId} answer={entry.content} onClose={() => setIsReporting(false)} />
        </Suspense>
      )}
    </>
  );
}
