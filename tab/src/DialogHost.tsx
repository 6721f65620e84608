import { lazy, Suspense } from 'react';
import { useSnapshot } from 'valtio';
import { closeDialog, dialogs } from './shell/dialogs.ts';

const AboutPanel = lazy(() => import('./features/about/AboutDialog.tsx'));
const HelpPanel = lazy(() => import('./features/about/HelpDialog.tsx'));
const ProfilePanel = lazy(() => import('./features/settings/ProfileDialog.tsx'));
const GeneralSettings = lazy(() => import('./features/settings/GeneralSettingsDialog.tsx'));
const CreateCorpusDialog = lazy(() => import('./features/knowledge/create/CreateCorpusDialog.tsx'));
const CorpusFilesDialog = lazy(() => import('./features/knowledge/corpus/CorpusFilesDialog.tsx'));
const EditSiteDialog = lazy(() => import('./features/knowledge/edit/EditSiteDialog.tsx'));
const SiteInsightsDialog = lazy(() => import('./features/knowledge/edit/SiteInsightsDialog.tsx'));
const SaveAsDialog = lazy(() => import('./features/exports/SaveAsDialog.tsx'));
const SlideFlow = lazy(() => import('./features/slides/SlideFlow.tsx'));
const ShortcutsDialog = lazy(() => import('./shell/keyboard/ShortcutsDialog.tsx'));
const PromptLibraryDialog = lazy(() => import('./features/prompts/PromptLibraryDialog.tsx'));
const PromptVariablesDialog = lazy(() => import('./features/prompts/PromptVariablesDialog.tsx'));
const ModeSettingsDialog = lazy(() => import('./features/settings/ModeSettingsDialog.tsx'));

/** The dialog over the screen, loaded when it is first opened. */
export function DialogHost() {
  const { open } = useSnapshot(dialogs);
  return (
    <Suspense>
      {open.name === 'about' && <AboutPanel type={open.type} onClose={closeDialog} />}
      {open.name === 'help' && <HelpPanel onClose={closeDialog} />}
      {open.name === 'profile' && <ProfilePanel onClose={closeDialog} />}
      {open.name === 'shortcuts' && <ShortcutsDialog onClose={closeDialog} />}
      {open.name === 'settings' && <GeneralSettings onClose={closeDialog} />}
      {open.name === 'modeSettings' && (
        <ModeSettingsDialog mode={open.mode} chatId={open.chatId} onClose={closeDialog} />
      )}
      {open.name === 'export' && (
        <SaveAsDialog kind={open.kind} target={open.target} proposal={open.proposal} onClose={closeDialog} />
      )}
      {open.name === 'slides' && <SlideFlow target={open.target} name={open.title} onClose={closeDialog} />}
      {open.name === 'prompts' && <PromptLibraryDialog target={open.target} onClose={closeDialog} />}
      {open.name === 'promptVariables' && (
        <PromptVariablesDialog target={open.target} promptId={open.promptId} onClose={closeDialog} />
      )}
      {open.name === 'createCorpus' && <CreateCorpusDialog onClose={closeDialog} />}
      {open.name === 'corpusFiles' && <CorpusFilesDialog siteId={open.siteId} onClose={closeDialog} />}
      {open.name === 'editSite' && <EditSiteDialog siteId={open.siteId} onClose={closeDialog} />}
      {open.name === 'siteInsights' && <SiteInsightsDialog siteId={open.siteId} onClose={closeDialog} />}
    </Suspense>
  );
}

/** The dialogs that a person can open before they sign in. */
export function SignedOutDialogHost() {
  const { open } = useSnapshot(dialogs);
  return (
    <Suspense>
      {open.name === 'about' && <AboutPanel type={open.type} onClose={closeDialog} />}
      {open.name === 'help' && <HelpPanel onClose={closeDialog} />}
    </Suspense>
  );
}
