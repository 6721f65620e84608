import {
  Button,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  makeStyles,
  Tooltip,
} from '@fluentui/react-components';
import { CheckmarkRegular, ChevronDownRegular, CopyRegular } from '@fluentui/react-icons';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import { copyingTexts } from './copying.texts.ts';
import { useCopy } from './useCopy.ts';

const useStyles = makeStyles({
  group: { display: 'inline-flex' },
  options: { minWidth: '20px', width: '20px', paddingInline: '0' },
});

/** One format to copy in; the button copies in the first format. */
export interface CopyOption {
  label: string;
  copy: () => Promise<void>;
}

/** A copy button, and a menu with the other formats. */
export function CopyMenu({ options }: { options: readonly [CopyOption, ...CopyOption[]] }) {
  const styles = useStyles();
  const { isChecked, isLabeled, run } = useCopy();
  const [first] = options;
  return (
    <div className={styles.group}>
      <Tooltip content={isLabeled ? chatTexts.copied : first.label} relationship="label">
        <Button
          appearance="subtle"
          size="small"
          icon={isChecked ? <CheckmarkRegular /> : <CopyRegular />}
          onClick={() => run(first.copy)}
        />
      </Tooltip>
      <Menu positioning={{ position: 'below', align: 'start', autoSize: true }}>
        <MenuTrigger disableButtonEnhancement>
          <Tooltip content={copyingTexts.options} relationship="label">
            <Button
              appearance="subtle"
              size="small"
              className={styles.options}
              icon={<ChevronDownRegular fontSize={12} />}
            />
          </Tooltip>
        </MenuTrigger>
        <MenuPopover>
          <MenuList aria-label={copyingTexts.options}>
            {options.map(({ label, copy }) => (
              <MenuItem key={label} onClick={() => run(copy)}>
                {label}
              </MenuItem>
            ))}
          </MenuList>
        </MenuPopover>
      </Menu>
    </div>
  );
}
