import { Link, Subtitle1, Text } from '@fluentui/react-components';
import { CheckmarkCircle48Regular } from '@fluentui/react-icons';
import { useSnapshot } from 'valtio';
import type { Site } from '../../../../../api/contract/sites.ts';
import { openLink } from '../../../shell/openLink.ts';
import { isRunning } from '../corpus/corpusFiles.rules.ts';
import { corpusWork } from '../corpus/fileProgress.state.ts';
import { knowledgeTexts } from '../knowledge.texts.ts';
import { useCreateStyles } from './createCorpus.styles.ts';

const words = knowledgeTexts.create;

/** The last step: the corpus is there. */
export function Congratulations({ corpus }: { corpus: Site }) {
  const styles = useCreateStyles();
  const reading = isRunning(useSnapshot(corpusWork)[corpus.SiteId]?.items ?? []);
  return (
    <div className={styles.done}>
      <span className={styles.tick} aria-hidden>
        <CheckmarkCircle48Regular />
      </span>
      <Subtitle1 as="h2">{words.congratulations}</Subtitle1>
      <Text>{words.ready(corpus.SiteName)}</Text>
      {reading && <Text className={styles.quiet}>{words.stillReading}</Text>}
      {corpus.SiteLink && (
        <Link as="button" onClick={() => openLink(corpus.SiteLink)}>
          {words.openSite(corpus.SiteName)}
        </Link>
      )}
    </div>
  );
}
