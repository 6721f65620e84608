import { Button, DialogActions, DialogContent, Field, Radio, RadioGroup, Text } from '@fluentui/react-components';
import { useState } from 'react';
import {
  describeField,
  getField,
  mergeSettings,
  withField,
  type SettingsField,
} from '#contract/admin/settingsFields.ts';
import type { StoredSettings } from '#contract/admin/admin.ts';
import { Modal } from '#tab/ui/Modal.tsx';
import { backToEditing, resolveConflict } from './admin.actions.ts';
import { useAdminStyles } from './admin.styles.ts';
import { adminTexts as texts } from './admin.texts.ts';
import type { Draft } from './useDraft.ts';

/** Another administrator saved first: for each field that both changed, the administrator chooses one of the values. */
export default function ConflictDialog({ draft: { stored, draft }, theirs }: { draft: Draft; theirs: StoredSettings }) {
  const styles = useAdminStyles();
  const { merged, conflicts } = mergeSettings(stored.settings, draft, theirs.settings);
  const [keptTheirs, setKeptTheirs] = useState<readonly SettingsField[]>([]);
  const name = theirs.saved_by?.name || texts.someone;

  function finish() {
    const chosen = keptTheirs.reduce(
      (settings, field) => withField(settings, field, getField(theirs.settings, field)),
      merged,
    );
    resolveConflict(theirs, chosen);
  }

  return (
    <Modal title={texts.conflictTitle} modalType="work" onClose={backToEditing}>
      <DialogContent className={styles.fields}>
        <Text block>{conflicts.length > 0 ? texts.conflictLine(name) : texts.noConflict(name)}</Text>
        {conflicts.map((field) => (
          <Field key={field} label={texts.fields[field]}>
            <RadioGroup
              value={keptTheirs.includes(field) ? 'theirs' : 'mine'}
              onChange={(_, { value }) =>
                setKeptTheirs([...keptTheirs.filter((each) => each !== field), ...(value === 'theirs' ? [field] : [])])
              }
            >
              <Radio value="mine" label={`${texts.mine}: ${describeField(draft, field)}`} />
              <Radio value="theirs" label={`${texts.theirs}: ${describeField(theirs.settings, field)}`} />
            </RadioGroup>
          </Field>
        ))}
      </DialogContent>
      <DialogActions>
        <Button onClick={backToEditing}>{texts.cancel}</Button>
        <Button appearance="primary" onClick={finish}>
          {texts.keepAndReview}
        </Button>
      </DialogActions>
    </Modal>
  );
}
