import { Button, DialogActions, DialogContent, Tab, TabList } from '@fluentui/react-components';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Site } from '#contract/sites/sites.ts';
import { Modal } from '#tab/ui/Modal.tsx';
import { knowledgeTexts } from '#tab/features/knowledge/knowledge.texts.ts';
import { sites } from '#tab/features/knowledge/sites/sites.state.ts';
import { AddFiles } from './AddFiles.tsx';
import { useCorpusStyles } from './corpusFiles.styles.ts';
import { RemoveFiles } from './RemoveFiles.tsx';

const texts = knowledgeTexts.corpus;

/** Adds or removes files of a corpus. Work in progress continues after the dialog is closed. */
export default function CorpusFilesDialog({ siteId, onClose }: { siteId: string; onClose: () => void }) {
  const styles = useCorpusStyles();
  const [mode, setMode] = useState<'add' | 'remove'>('add');
  const corpus = useSnapshot(sites).accessible.find((site) => site.SiteId === siteId) as Site | undefined;
  return (
    <Modal title={texts.title(corpus?.SiteName ?? '')} className={styles.wide} onClose={onClose}>
      <DialogContent className={styles.content}>
        <TabList
          aria-label={texts.modes}
          selectedValue={mode}
          onTabSelect={(_, { value }) => setMode(value === 'remove' ? 'remove' : 'add')}
        >
          <Tab value="add">{texts.add}</Tab>
          <Tab value="remove">{texts.remove}</Tab>
        </TabList>
        {corpus && mode === 'add' && <AddFiles corpus={corpus} />}
        {corpus && mode === 'remove' && <RemoveFiles siteId={siteId} />}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{knowledgeTexts.close}</Button>
      </DialogActions>
    </Modal>
  );
}
