import { Button } from '@fluentui/react-components';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Site } from '#contract/sites/sites.ts';
import { knowledgeTexts } from '#tab/features/knowledge/knowledge.texts.ts';
import { addFilesToCorpus, type SelectedFile } from './addFiles.actions.ts';
import { ComputerFiles, type PickedFile } from './ComputerFiles.tsx';
import { isUploading, getCorpusRejection, takesUploads } from './corpusFiles.rules.ts';
import { MeetingFiles } from './meetings/MeetingFiles.tsx';
import { fileProgress } from './fileProgress.state.ts';
import { useCorpusStyles } from './corpusFiles.styles.ts';
import { ProgressList } from './ProgressList.tsx';
import { SiteFiles } from './SiteFiles.tsx';
import { SourcePicker, type SourceName } from './SourcePicker.tsx';

const texts = knowledgeTexts.corpus;

/** Selects files from the site's library, from this computer or of meetings, and adds them to the corpus. */
export function AddFiles({ corpus }: { corpus: Site }) {
  const styles = useCorpusStyles();
  const [source, setSource] = useState<SourceName>('sharepoint');
  const [chosen, setChosen] = useState<ReadonlyMap<string, SelectedFile>>(new Map());
  const [picked, setPicked] = useState<readonly PickedFile[]>([]);
  const uploading = isUploading(useSnapshot(fileProgress)[corpus.SiteId]?.items ?? []);
  const accepted = picked.filter(({ file }) => getCorpusRejection(file) === null);
  const count = chosen.size + accepted.length;

  const choose = (files: readonly SelectedFile[], yes: boolean) =>
    setChosen((before) => {
      const next = new Map(before);
      for (const each of files) {
        if (each.from === 'computer') continue;
        if (yes) next.set(each.file.id, each);
        else next.delete(each.file.id);
      }
      return next;
    });
  const add = () => {
    const fromComputer = accepted.map(({ id, file }): SelectedFile => ({ from: 'computer', id, file }));
    void addFilesToCorpus(corpus, [...chosen.values(), ...fromComputer]);
    setChosen(new Map());
    setPicked([]);
  };

  return (
    <div className={styles.manager}>
      {takesUploads(corpus) && <SourcePicker source={source} onSource={setSource} />}
      {source === 'sharepoint' && (
        <SiteFiles siteId={corpus.SiteId} chosen={chosen} disabled={uploading} onChoose={choose} />
      )}
      {source === 'computer' && <ComputerFiles picked={picked} disabled={uploading} onPicked={setPicked} />}
      {source === 'meetings' && <MeetingFiles chosen={chosen} disabled={uploading} onChoose={choose} />}
      <div className={styles.foot}>
        <span role="status" className={styles.grow}>
          {count > 0 ? texts.selected(count) : knowledgeTexts.syncNote}
        </span>
        <Button appearance="primary" disabled={count === 0 || uploading} onClick={add}>
          {texts.addFiles}
        </Button>
      </div>
      <ProgressList siteId={corpus.SiteId} />
    </div>
  );
}
