import {
  Button,
  Caption1,
  makeStyles,
  Menu,
  MenuDivider,
  MenuGroup,
  MenuGroupHeader,
  MenuItem,
  MenuItemRadio,
  MenuList,
  MenuPopover,
  MenuTrigger,
  Subtitle2,
  tokens,
} from '@fluentui/react-components';
import {
  BookSearch20Regular,
  Info20Regular,
  Person20Regular,
  QuestionCircle20Regular,
  Settings20Regular,
  SignOut20Regular,
  Wrench20Regular,
} from '@fluentui/react-icons';
import { useSnapshot } from 'valtio';
import { useLocation } from 'wouter';
import { ADMIN_PATH } from '#tab/shell/areas.tsx';
import { layout } from '#tab/shell/layout/layout.state.ts';
import { openDialog } from '#tab/shell/dialogs.ts';
import { showToast } from '#tab/shell/toasts/toasts.ts';
import { signOut } from '#tab/state/session.actions.ts';
import { useOrganization, usePerson } from '#tab/state/session.state.ts';
import { texts } from '#tab/texts.ts';
import { PersonPicture } from '#tab/ui/PersonPicture.tsx';
import { saveSettings } from './settings.actions.ts';
import { settings } from './settings.state.ts';
import { themeChoices, themeLabel } from './themeChoices.ts';
import { usePhoto } from './usePhoto.ts';

const useStyles = makeStyles({
  trigger: { minWidth: '36px' },
  who: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    padding: tokens.spacingHorizontalM,
    minWidth: 0,
  },
  names: { display: 'flex', flexDirection: 'column', minWidth: 0, overflowWrap: 'anywhere' },
  quiet: { color: tokens.colorNeutralForeground3 },
  popover: { maxWidth: 'min(320px, 92vw)' },
});

/** The signed-in person, the theme, and on a phone the header's other actions. */
export function PersonMenu() {
  const styles = useStyles();
  const person = usePerson();
  const [, navigate] = useLocation();
  const organization = useOrganization();
  const photo = usePhoto();
  const { width } = useSnapshot(layout);
  const { defaultTheme } = useSnapshot(settings);
  if (!person) return null;

  function chooseTheme(name: string | undefined) {
    const choice = themeChoices.find((option) => option === name);
    if (!choice || choice === defaultTheme) return;
    saveSettings({ defaultTheme: choice }).catch(() => showToast('error', texts.failures.saveSettings));
  }

  return (
    <Menu
      positioning={{ position: 'below', align: 'end', autoSize: true }}
      checkedValues={{ theme: [defaultTheme] }}
      onCheckedValueChange={(_, { checkedItems }) => chooseTheme(checkedItems[0])}
    >
      <MenuTrigger disableButtonEnhancement>
        <Button
          appearance="transparent"
          className={styles.trigger}
          aria-label={texts.person.menu(person.name)}
          icon={<PersonPicture name={person.name} photo={photo} size={28} />}
        />
      </MenuTrigger>
      <MenuPopover className={styles.popover}>
        <div className={styles.who}>
          <PersonPicture name={person.name} photo={photo} size={40} />
          <div className={styles.names}>
            <Subtitle2>{person.name}</Subtitle2>
            <Caption1 className={styles.quiet}>{person.email}</Caption1>
          </div>
        </div>
        <MenuList>
          <MenuDivider />
          <MenuItem icon={<Person20Regular />} onClick={() => openDialog({ name: 'profile' })}>
            {texts.person.profile}
          </MenuItem>
          {width !== 'phone' && <MenuDivider />}
          {width === 'phone' && (
            <>
              <MenuItem icon={<QuestionCircle20Regular />} onClick={() => openDialog({ name: 'help' })}>
                {texts.shell.help}
              </MenuItem>
              <MenuItem icon={<Settings20Regular />} onClick={() => openDialog({ name: 'settings' })}>
                {texts.shell.settings}
              </MenuItem>
              <MenuDivider />
            </>
          )}
          <MenuGroup>
            <MenuGroupHeader>{texts.person.theme}</MenuGroupHeader>
            {themeChoices.map((choice) => (
              <MenuItemRadio key={choice} name="theme" value={choice}>
                {themeLabel(choice)}
              </MenuItemRadio>
            ))}
          </MenuGroup>
          <MenuDivider />
          {person.isAdministrator && (
            <MenuItem icon={<Wrench20Regular />} onClick={() => navigate(ADMIN_PATH)}>
              {texts.person.administration}
            </MenuItem>
          )}
          <MenuItem icon={<Info20Regular />} onClick={() => openDialog({ name: 'about', type: 'ava' })}>
            {texts.person.about}
          </MenuItem>
          {organization?.features.knowledgeSearch && (
            <MenuItem icon={<BookSearch20Regular />} onClick={() => openDialog({ name: 'about', type: 'ks' })}>
              {texts.about.knowledgeTitle}
            </MenuItem>
          )}
          <MenuItem icon={<SignOut20Regular />} onClick={() => void signOut()}>
            {texts.session.signOut}
          </MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
