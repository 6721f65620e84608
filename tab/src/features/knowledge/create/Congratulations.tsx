import { Link, Subtitle1, Text } from '@fluentui/react-components';
import { CheckmarkCircle48Regular } from '@fluentui/react-icons';
import { useSnapshot } from 'valtio';
import type { Site } from '#contract/sites/sites.ts';
import { openLink } from '#tab/shell/openLink.ts';
import { isRunning } from '#tab/features/knowledge/corpus/corpusFiles.rules.ts';
import { fileProgress } from '#tab/features/knowledge/corpus/fileProgress.state.ts';
import { knowledgeTexts } from '#tab/features/knowledge/knowledge.texts.ts';
import { useCreateStyles } from './createCorpus.styles.ts';

const texts = knowledgeTexts.create;

/** The last step: the corpus is ready. */
export function Congratulations({ corpus }: { corpus: Site }) {
  const styles = useCreateStyles();
  const reading = isRunning(useSnapshot(fileProgress)[corpus.SiteId]?.items ?? []);
  return (
    <div className={styles.done}>
      <span className={styles.tick} aria-hidden>
        <CheckmarkCircle48Regular />
      </span>
      <Subtitle1 as="h3">{texts.congratulations}</Subtitle1>
      <Text>{texts.ready(corpus.SiteName)}</Text>
      {reading && <Text className={styles.quiet}>{texts.stillReading}</Text>}
      {corpus.SiteLink && (
        <Link as="button" onClick={() => openLink(corpus.SiteLink)}>
          {texts.openSite(corpus.SiteName)}
        </Link>
      )}
    </div>
  );
}
