import { Button, mergeClasses } from '@fluentui/react-components';
import { memo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { PlainText } from '../../../ui/markdown/PlainText.tsx';
import { MessageFileChip } from '../../files/chips/MessageFileChip.tsx';
import type { Entry } from '../chat.state.ts';
import { chatTexts } from '../chat.texts.ts';
import { useEntryStyles } from './entry.styles.ts';
import { EntryFrame } from './EntryFrame.tsx';
import { EntryTime } from './EntryTime.tsx';

/** Longer texts are collapsed, so a pasted book does not push the answer out of view. */
const SHOWN_CHARACTERS = 2_000;

/** The person's message with its files. */
export const PersonEntry = memo(function PersonEntry({ entry, divided }: { entry: Entry; divided: boolean }) {
  const styles = useEntryStyles();
  const { message_id: messageId, content, files, delivery, timestamp } = useSnapshot(entry) as Entry;
  const [isExpanded, setIsExpanded] = useState(false);
  const long = content.length > SHOWN_CHARACTERS;
  return (
    <EntryFrame
      label={chatTexts.you}
      messageId={messageId}
      content={() => entry.content}
      divided={divided}
      className={styles.person}
    >
      <div className={mergeClasses(styles.bubble, delivery === 'unsent' && styles.unsent)} dir="auto">
        {long && isExpanded && <PlainText text={content} />}
        {!isExpanded && (long ? `${content.slice(0, SHOWN_CHARACTERS)}…` : content)}
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
              <MessageFileChip file={file} />
            </li>
          ))}
        </ul>
      )}
      <EntryTime timestamp={timestamp} className={styles.personTime} />
    </EntryFrame>
  );
});
