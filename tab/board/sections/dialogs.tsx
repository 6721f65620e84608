import { Button, DialogActions, DialogContent } from '@fluentui/react-components';
import { useState } from 'react';
import AboutDialog from '#tab/features/about/AboutDialog.tsx';
import SaveAsDialog from '#tab/features/exports/SaveAsDialog.tsx';
import GeneralSettingsDialog from '#tab/features/settings/GeneralSettingsDialog.tsx';
import ModeSettingsDialog from '#tab/features/settings/ModeSettingsDialog.tsx';
import ProfileDialog from '#tab/features/settings/ProfileDialog.tsx';
import { modes } from '#contract/settings.ts';
import type { ExportKind } from '#tab/shell/dialogs.ts';
import { DangerDialog } from '#tab/ui/DangerDialog.tsx';
import { Modal } from '#tab/ui/Modal.tsx';
import { session } from '#tab/state/session.state.ts';
import { drawStates, ignore, type Drawing } from '#board/example.ts';

const FRAME_PX = 560;

const exportKinds: Record<ExportKind, true> = {
  email: true,
  docx: true,
  txt: true,
  pdf: true,
  pptx: true,
  xlsx: true,
  md: true,
};

function AboutSignedOut() {
  useState(() => (session.status = { name: 'signedOut' }));
  return <AboutDialog type="ava" onClose={ignore} />;
}

/** Dialogs; each one has a frame of its own, because it keeps the focus of its page. */
export const dialogDrawings: Drawing[] = [
  {
    ...drawStates('Modal', { modal: true, alert: true, work: true }, (_, modalType) => (
      <Modal title={`A dialog (${modalType})`} modalType={modalType} onClose={ignore}>
        <DialogContent>Everything that this dialog is about, in a sentence or two.</DialogContent>
        <DialogActions>
          <Button>Cancel</Button>
          <Button appearance="primary">Save</Button>
        </DialogActions>
      </Modal>
    )),
    framePx: 300,
  },
  {
    ...drawStates(
      'DangerDialog',
      { asking: {}, deleting: { isBusy: true }, failed: { failure: "The chat wasn't deleted. Please try again." } },
      (state) => (
        <DangerDialog
          title="Delete this chat?"
          cancel="Cancel"
          confirm="Delete"
          onConfirm={ignore}
          onClose={ignore}
          {...state}
        >
          Its messages and files are deleted as well.
        </DangerDialog>
      ),
    ),
    framePx: 300,
  },
  {
    ...drawStates('ModeSettingsDialog', Object.fromEntries(modes.map((mode) => [mode, mode])), (mode) => (
      <ModeSettingsDialog mode={mode} chatId="new" onClose={ignore} />
    )),
    framePx: FRAME_PX,
  },
  {
    component: 'GeneralSettingsDialog',
    examples: [{ state: 'ready', draw: () => <GeneralSettingsDialog onClose={ignore} /> }],
    framePx: 640,
  },
  {
    component: 'ProfileDialog',
    examples: [{ state: 'complete', draw: () => <ProfileDialog onClose={ignore} /> }],
    framePx: 480,
  },
  {
    component: 'AboutDialog',
    examples: [
      { state: 'signed out', draw: () => <AboutSignedOut /> },
      { state: 'loading', draw: () => <AboutDialog type="ks" onClose={ignore} /> },
    ],
    framePx: 400,
  },
  {
    ...drawStates('SaveAsDialog', exportKinds, (_, kind) => (
      <SaveAsDialog kind={kind} target={{ kind: 'chat', chatId: 'c' }} proposal="Travel in 2027" onClose={ignore} />
    )),
    framePx: 340,
  },
];
