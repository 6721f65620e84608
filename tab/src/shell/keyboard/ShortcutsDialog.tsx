import { Button, DialogActions, DialogContent, makeStyles, tokens } from '@fluentui/react-components';
import { texts } from '#tab/texts.ts';
import { Modal } from '#tab/ui/Modal.tsx';
import { getShortcutKeys, shortcuts, type ShortcutName } from './shortcuts.ts';
import { shortcutTexts } from './shortcuts.texts.ts';

const useStyles = makeStyles({
  // Room between the texts and the focus outline.
  content: { paddingInline: tokens.spacingHorizontalS, marginInline: `calc(-1 * ${tokens.spacingHorizontalS})` },
  place: { margin: `${tokens.spacingVerticalM} 0 ${tokens.spacingVerticalXS}`, fontSize: tokens.fontSizeBase300 },
  list: { margin: '0' },
  row: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    minHeight: '32px',
  },
  keys: { margin: '0 0 0 auto', flexShrink: 0, display: 'flex', gap: tokens.spacingHorizontalXS },
  key: {
    padding: `0 ${tokens.spacingHorizontalSNudge}`,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground2,
    color: tokens.colorNeutralForeground2,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase300,
  },
});

/** All keyboard shortcuts, by the part of the screen where they work. */
export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const styles = useStyles();
  const names = Object.keys(shortcuts) as ShortcutName[];
  return (
    <Modal title={shortcutTexts.title} onClose={onClose}>
      <DialogContent tabIndex={0} className={styles.content}>
        {Object.entries(shortcutTexts.places).map(([place, label]) => (
          <section key={place}>
            <h3 className={styles.place}>{label}</h3>
            <dl className={styles.list}>
              {names
                .filter((name) => shortcuts[name].where === place)
                .map((name) => (
                  <div key={name} className={styles.row}>
                    <dt>{shortcuts[name].text}</dt>
                    <dd className={styles.keys}>
                      {getShortcutKeys(name).map((key) => (
                        <kbd key={key} className={styles.key}>
                          {key}
                        </kbd>
                      ))}
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </DialogContent>
      <DialogActions>
        <Button appearance="primary" onClick={onClose}>
          {texts.shell.close}
        </Button>
      </DialogActions>
    </Modal>
  );
}
