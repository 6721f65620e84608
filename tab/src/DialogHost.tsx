import { Suspense } from 'react';
import { useSnapshot } from 'valtio';
import { closeDialog, dialogs } from './shell/dialogs.ts';
import { lazyDialog } from './shell/lazyDialog.tsx';

const AboutPanel = lazyDialog(() => import('./features/about/AboutDialog.tsx'));
const HelpPanel = lazyDialog(() => import('./features/about/HelpDialog.tsx'));
const ProfilePanel = lazyDialog(() => import('./features/settings/ProfileDialog.tsx'));
const GeneralSettings = lazyDialog(() => import('./features/settings/GeneralSettingsDialog.tsx'));
const CreateCorpusDialog = lazyDialog(() => import('./features/knowledge/create/CreateCorpusDialog.tsx'));
const CorpusFilesDialog = lazyDialog(() => import('./features/knowledge/corpus/CorpusFilesDialog.tsx'));
const EditSiteDialog = lazyDialog(() => import('./features/knowledge/edit/EditSiteDialog.tsx'));
const SiteInsightsDialog = lazyDialog(() => import('./features/knowledge/edit/SiteInsightsDialog.tsx'));
const SaveAsDialog = lazyDialog(() => import('./features/exports/SaveAsDialog.tsx'));
const SlideFlow = lazyDialog(() => import('./features/slides/SlideFlow.tsx'));
const ShortcutsDialog = lazyDialog(() => import('./shell/keyboard/ShortcutsDialog.tsx'));
const PromptLibraryDialog = lazyDialog(() => import('./features/prompts/PromptLibraryDialog.tsx'));
const PromptVariablesDialog = lazyDialog(() => import('./features/prompts/PromptVariablesDialog.tsx'));
const ModeSettingsDialog = lazyDialog(() => import('./features/settings/ModeSettingsDialog.tsx'));

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
