import { Button, Caption1Strong, mergeClasses, ProgressBar } from '@fluentui/react-components';
import { useSnapshot } from 'valtio';
import { knowledgeTexts } from '#tab/features/knowledge/knowledge.texts.ts';
import { truncateEnd, isRunning } from './corpusFiles.rules.ts';
import { clearEndedItems, fileProgress, type ProgressItem } from './fileProgress.state.ts';
import { useCorpusStyles } from './corpusFiles.styles.ts';

const texts = knowledgeTexts.corpus;

/** Progress of each file, with the reason of failed ones. Ten rows are visible; the list scrolls. */
export function ProgressList({ siteId }: { siteId: string }) {
  const styles = useCorpusStyles();
  const items = useSnapshot(fileProgress)[siteId]?.items ?? [];
  if (items.length === 0) return null;
  return (
    <section aria-label={texts.progress}>
      <div className={styles.bar}>
        <Caption1Strong className={styles.grow}>{texts.progress}</Caption1Strong>
        {!isRunning(items) && (
          <Button size="small" appearance="subtle" onClick={() => clearEndedItems(siteId)}>
            {texts.hideDone}
          </Button>
        )}
      </div>
      <ul className={styles.progress} tabIndex={0} aria-label={texts.progress}>
        {items.map((item) => (
          <Item key={item.fileId} item={item} />
        ))}
      </ul>
    </section>
  );
}

const colors = { complete: 'success', error: 'error' } as const;

function Item({ item }: { item: ProgressItem }) {
  const styles = useCorpusStyles();
  const { fileName, progress, status, stage } = item;
  const color = status === 'complete' || status === 'error' ? colors[status] : 'brand';
  const percent = status === 'uploading' || status === 'embedding' || status === 'deleting' ? ` ${progress}%` : '';
  return (
    <li className={styles.item}>
      <bdi title={fileName}>{truncateEnd(fileName)}</bdi>
      <ProgressBar aria-label={fileName} value={progress} max={100} color={color} />
      <span className={mergeClasses(styles.stage, status === 'error' && styles.bad)}>
        {stage}
        {percent}
      </span>
    </li>
  );
}
