import { lazy, Suspense } from 'react';
import { useSnapshot } from 'valtio';
import { closePanel, panels } from './shell/dialogs.ts';

const AboutPanel = lazy(() => import('./features/about/AboutDialog.tsx'));
const HelpPanel = lazy(() => import('./features/about/HelpDialog.tsx'));
const GeneralSettings = lazy(() => import('./features/settings/GeneralSettingsDialog.tsx'));
const CreateCorpusDialog = lazy(() => import('./features/knowledge/create/CreateCorpusDialog.tsx'));
const CorpusFilesDialog = lazy(() => import('./features/knowledge/corpus/CorpusFilesDialog.tsx'));
const EditSiteDialog = lazy(() => import('./features/knowledge/edit/EditSiteDialog.tsx'));
const SiteInsightsDialog = lazy(() => import('./features/knowledge/edit/SiteInsightsDialog.tsx'));
const ModeSettingsDialog = lazy(() => import('./features/settings/ModeSettingsDialog.tsx'));

/** The one thing that lies over the screen, loaded when it is first asked for. */
export function Panels() {
  const { open } = useSnapshot(panels);
  return (
    <Suspense>
      {open.name === 'about' && <AboutPanel type={open.type} onClose={closePanel} />}
      {open.name === 'help' && <HelpPanel onClose={closePanel} />}
      {open.name === 'settings' && <GeneralSettings onClose={closePanel} />}
      {open.name === 'modeSettings' && <ModeSettingsDialog mode={open.mode} onClose={closePanel} />}
      {open.name === 'createCorpus' && <CreateCorpusDialog onClose={closePanel} />}
      {open.name === 'corpusFiles' && <CorpusFilesDialog siteId={open.siteId} onClose={closePanel} />}
      {open.name === 'editSite' && <EditSiteDialog siteId={open.siteId} onClose={closePanel} />}
      {open.name === 'siteInsights' && <SiteInsightsDialog siteId={open.siteId} onClose={closePanel} />}
    </Suspense>
  );
}
