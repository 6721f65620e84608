import { Button, Menu, MenuItem, MenuList, MenuPopover, MenuTrigger, Tooltip } from '@fluentui/react-components';
import { ArchiveRegular, NoteRegular } from '@fluentui/react-icons';
import { addToNotes, keepResult } from '#tab/features/workspace/workspace.actions.ts';
import type { Entry } from '#tab/features/chat/chat.state.ts';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';

/** Keeps an entry in the workspace, as dragging it there does. */
export default function KeepMenu({ entry, messageId }: { entry: Entry; messageId: string }) {
  return (
    <Menu positioning={{ position: 'below', align: 'start', autoSize: true }}>
      <MenuTrigger disableButtonEnhancement>
        <Tooltip content={chatTexts.keepIn} relationship="label">
          <Button appearance="subtle" size="small" icon={<ArchiveRegular />} />
        </Tooltip>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          <MenuItem icon={<ArchiveRegular />} onClick={() => keepResult(messageId, entry.content)}>
            {chatTexts.keep}
          </MenuItem>
          <MenuItem icon={<NoteRegular />} onClick={() => void addToNotes(entry.content)}>
            {chatTexts.addToNotes}
          </MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
