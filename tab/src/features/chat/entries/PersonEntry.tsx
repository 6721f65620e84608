import { Button, mergeClasses } from '@fluentui/react-components';
import { lazy, memo, Suspense, useState, type ComponentType } from 'react';
import { useSnapshot } from 'valtio';
import { HiddenHeading } from '#tab/ui/HiddenHeading.tsx';
import { PlainText } from '#tab/ui/markdown/PlainText.tsx';
import { MessageFileChip } from '#tab/features/files/chips/MessageFileChip.tsx';
import type { Entry } from '#tab/features/chat/chat.state.ts';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import { CopyButton } from '#tab/features/chat/CopyButton.tsx';
import { copyingTexts } from '#tab/features/chat/copying/copying.texts.ts';
import { splitQuote } from '#tab/features/chat/quoting/quote.rules.ts';
import { QuoteBlock } from '#tab/features/chat/quoting/QuoteBlock.tsx';
import { EditButton } from '#tab/features/chat/versions/EditButton.tsx';
import { VersionSwitcher } from '#tab/features/chat/versions/VersionSwitcher.tsx';
import { logFailure } from '#tab/state/log.ts';
import { useEntryStyles } from './entry.styles.ts';
import { EntryFrame } from './EntryFrame.tsx';
import { EntryTime } from './EntryTime.tsx';

const KeepMenu = lazy<ComponentType<{ entry: Entry; messageId: string }>>(() =>
  import('./KeepMenu.tsx').catch((cause: unknown) => {
    logFailure('failed to load the menu for keeping', cause);
    return { default: () => null };
  }),
);

/** Longer texts are collapsed, so a pasted book does not push the answer out of view. */
const SHOWN_CHARACTERS = 2_000;

interface PersonEntryProps {
  chatId: string;
  entry: Entry;
  divided: boolean;
}

/** The person's message with its files. */
export const PersonEntry = memo(function PersonEntry({ chatId, entry, divided }: PersonEntryProps) {
  const styles = useEntryStyles();
  const { message_id: messageId, content, files, delivery, timestamp, author = null } = useSnapshot(entry) as Entry;
  const [isExpanded, setIsExpanded] = useState(false);
  const { quote, question } = splitQuote(content);
  const long = question.length > SHOWN_CHARACTERS;
  return (
    <EntryFrame
      label={author ?? chatTexts.you}
      messageId={messageId}
      content={() => entry.content}
      divided={divided}
      className={styles.person}
    >
      {author === null ? <HiddenHeading level={2} text={chatTexts.you} /> : <h2 className={styles.author}>{author}</h2>}
      <div className={mergeClasses(styles.bubble, delivery === 'unsent' && styles.unsent)} dir="auto">
        {quote !== null && <QuoteBlock>{quote}</QuoteBlock>}
        {long && isExpanded && <PlainText text={question} />}
        {!isExpanded && (long ? `${question.slice(0, SHOWN_CHARACTERS)}…` : question)}
        {long && (
          <div>
            <Button
              appearance="transparent"
              size="small"
              aria-expanded={isExpanded}
              onClick={() => setIsExpanded(!isExpanded)}
            >
              {isExpanded ? chatTexts.showLess : chatTexts.showAll}
            </Button>
          </div>
        )}
      </div>
      {files.length > 0 && (
        <ul className={styles.files}>
          {files.map((file) => (
            <li key={file.scrapedFileId}>
              <MessageFileChip file={file} isStored={delivery === 'stored'} />
            </li>
          ))}
        </ul>
      )}
      <div className={styles.personEnd}>
        <EntryTime timestamp={timestamp} />
        <span className={styles.hiddenUntilHover} data-shown-on-hover>
          <CopyButton text={() => entry.content} label={copyingTexts.question} />
          {delivery === 'stored' && <EditButton chatId={chatId} entry={entry} />}
          {delivery === 'stored' && (
            <Suspense fallback={<Button disabled size="small" icon={<span />} className={styles.keepMenu} />}>
              <KeepMenu entry={entry} messageId={messageId} />
            </Suspense>
          )}
        </span>
        <VersionSwitcher chatId={chatId} entry={entry} />
      </div>
    </EntryFrame>
  );
});
