import { Button, Menu, MenuItem, MenuList, MenuPopover, MenuTrigger, Tooltip } from '@fluentui/react-components';
import {
  AddRegular,
  CalendarLtr20Regular,
  Chat20Regular,
  Cloud20Regular,
  Desktop20Regular,
  FolderGlobe20Regular,
  History20Regular,
  Mail20Regular,
} from '@fluentui/react-icons';
import { Suspense, useRef, useState, type ChangeEvent, type ReactElement } from 'react';
import { lazyDialog } from '#tab/shell/lazyDialog.tsx';
import { useOrganization } from '#tab/state/session.state.ts';
import type { RemoteFile } from './remoteFile.ts';
import { sourceNames, type SourceName } from './sources.state.ts';
import { sourceTexts } from './sources.texts.ts';

const SourcePickerDialog = lazyDialog(() => import('./SourcePickerDialog.tsx'));

const icons: Record<SourceName, ReactElement> = {
  recent: <History20Regular />,
  drive: <Cloud20Regular />,
  sites: <FolderGlobe20Regular />,
  chats: <Chat20Regular />,
  mail: <Mail20Regular />,
  meetings: <CalendarLtr20Regular />,
};

interface Props {
  /** Name of the button. */
  label: string;
  /** Value of the file input's `accept`. */
  accept: string;
  /** Why no files can be added; null if they can. */
  refusal: string | null;
  /** Receives files of this computer and of Microsoft 365. */
  onFiles: (files: (File | RemoteFile)[]) => void;
}

/** A button with a menu of all sources: this computer, which opens the browser's dialog, and Microsoft 365. */
export function AddFilesMenu({ label, accept, refusal, onFiles }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [picking, setPicking] = useState<SourceName | null>(null);
  const sources = useSources();
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    onFiles(Array.from(event.target.files ?? []));
    // Otherwise the same file could not be chosen again after its removal.
    event.target.value = '';
  };
  const button = (
    <Button appearance="subtle" aria-label={label} disabledFocusable={refusal !== null} icon={<AddRegular />} />
  );
  return (
    <>
      <Menu positioning="above-start">
        <Tooltip content={refusal ?? label} relationship={refusal ? 'description' : 'label'}>
          {refusal === null ? <MenuTrigger disableButtonEnhancement>{button}</MenuTrigger> : button}
        </Tooltip>
        <MenuPopover>
          <MenuList>
            <MenuItem icon={<Desktop20Regular />} onClick={() => input.current?.click()}>
              {sourceTexts.names.computer}
            </MenuItem>
            {sources.map((name) => (
              <MenuItem key={name} icon={icons[name]} onClick={() => setPicking(name)}>
                {sourceTexts.names[name]}
              </MenuItem>
            ))}
          </MenuList>
        </MenuPopover>
      </Menu>
      <input ref={input} type="file" multiple hidden accept={accept} aria-label={label} onChange={choose} />
      {picking && (
        <Suspense fallback={null}>
          <SourcePickerDialog first={picking} sources={sources} onAdd={onFiles} onClose={() => setPicking(null)} />
        </Suspense>
      )}
    </>
  );
}

/** All sources; meetings only if the organization uses transcripts. */
function useSources(): SourceName[] {
  const meetings = useOrganization()?.features.showMeetingTranscripts ?? false;
  return sourceNames.filter((name) => name !== 'meetings' || meetings);
}
