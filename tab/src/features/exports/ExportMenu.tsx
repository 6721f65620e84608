import { Button, Menu, MenuItem, MenuList, MenuPopover, MenuTrigger, Tooltip } from '@fluentui/react-components';
import { ArrowExportLtrRegular } from '@fluentui/react-icons';
import { useEffect, useState } from 'react';
import type { ExportMenuProps } from '#tab/shell/layout/slots.ts';
import { openExport } from './exports.actions.ts';
import { listKinds } from './exports.rules.ts';
import { exportTexts } from './exports.texts.ts';
import { KindIcon } from './KindIcon.tsx';
import type { ExportTarget } from '#tab/shell/dialogs.ts';

const labels: Record<ExportTarget['kind'], string> = {
  answer: exportTexts.exportAnswer,
  chat: exportTexts.exportChat,
  task: exportTexts.exportTask,
};

/** The menu of formats, as a button or as an item of another menu. */
export default function ExportMenu({ target, propose, text, as, onChoose, isLinked, onLinkOpened }: ExportMenuProps) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!isLinked) return;
    setOpen(true);
    onLinkOpened?.();
  }, [isLinked, onLinkOpened]);
  const label = labels[target.kind];
  const trigger =
    as === 'item' ? (
      <MenuItem icon={<ArrowExportLtrRegular />}>{exportTexts.export}</MenuItem>
    ) : as === 'text' ? (
      <Button appearance="subtle" size="small" icon={<ArrowExportLtrRegular />}>
        {exportTexts.export}
      </Button>
    ) : (
      <Tooltip content={label} relationship="label">
        <Button appearance="subtle" size="small" icon={<ArrowExportLtrRegular />} />
      </Tooltip>
    );
  return (
    <Menu
      open={isOpen}
      onOpenChange={(_, { open }) => setOpen(open)}
      positioning={as === 'item' ? 'after' : { position: 'below', align: 'start', autoSize: true }}
    >
      <MenuTrigger disableButtonEnhancement>{trigger}</MenuTrigger>
      <MenuPopover>
        <MenuList aria-label={label}>
          {listKinds(text).map((kind) => (
            <MenuItem
              key={kind}
              icon={<KindIcon kind={kind} />}
              onClick={() => {
                onChoose?.();
                openExport(kind, target, propose());
              }}
            >
              {exportTexts.kinds[kind].menuItem}
            </MenuItem>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
