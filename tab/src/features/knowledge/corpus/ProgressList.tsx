import { Button, Caption1Strong, mergeClasses, ProgressBar } from '@fluentui/react-components';
import { useSnapshot } from 'valtio';
import { knowledgeTexts } from '../knowledge.texts.ts';
import { cutName, isRunning } from './corpusFiles.rules.ts';
import { corpusWork, type ProgressItem } from './fileProgress.state.ts';
import { useCorpusStyles } from './corpusFiles.styles.ts';

const words = knowledgeTexts.corpus;

/** How far each file is, with the reason of those that failed. Ten are seen at once; the others are scrolled to. */
export function ProgressList({ siteId }: { siteId: string }) {
  const styles = useCorpusStyles();
  const items = useSnapshot(corpusWork)[siteId]?.items ?? [];
  if (items.length === 0) return null;
  const clear = () => {
    const work = corpusWork[siteId];
    if (work) work.items = [];
  };
  return (
    <section aria-label={words.progress}>
      <div className={styles.bar}>
        <Caption1Strong className={styles.grow}>{words.progress}</Caption1Strong>
        {!isRunning(items) && (
          <Button size="small" appearance="subtle" onClick={clear}>
            {words.hideDone}
          </Button>
        )}
      </div>
      <ul className={styles.progress} tabIndex={0} aria-label={words.progress}>
        {items.map((item) => (
          <Item key={item.fileId} item={item} />
        ))}
      </ul>
    </section>
  );
}

const colours = { complete: 'success', error: 'error' } as const;

function Item({ item }: { item: ProgressItem }) {
  const styles = useCorpusStyles();
  const { fileName, progress, status, stage } = item;
  const color = status === 'complete' || status === 'error' ? colours[status] : 'brand';
  const percent = status === 'uploading' || status === 'embedding' || status === 'deleting' ? ` ${progress}%` : '';
  return (
    <li className={styles.item}>
      <bdi title={fileName}>{cutName(fileName)}</bdi>
      <ProgressBar aria-label={fileName} value={progress} max={100} color={color} />
      <span className={mergeClasses(styles.stage, status === 'error' && styles.bad)}>
        {stage}
        {percent}
      </span>
    </li>
  );
}
