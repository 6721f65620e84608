import { Badge, Button, Subtitle2, Text } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { getOrganizationChanges, type SettingsChange } from '#contract/admin/admin.ts';
import { api } from '#tab/api.ts';
import { formatTime } from '#tab/shell/formatDate.ts';
import { logFailure } from '#tab/state/log.ts';
import { ErrorMessage } from '#tab/ui/ErrorMessage.tsx';
import { TextSkeleton } from '#tab/ui/TextSkeleton.tsx';
import { restoreVersion } from '#tab/features/admin/admin.actions.ts';
import { useAdminStyles } from '#tab/features/admin/admin.styles.ts';
import { adminTexts as texts } from '#tab/features/admin/admin.texts.ts';
import { ChangeTable } from '#tab/features/admin/ChangeTable.tsx';
import type { Draft } from '#tab/features/admin/useDraft.ts';

type Audit = { name: 'loading' } | { name: 'failed' } | { name: 'ready'; changes: SettingsChange[]; hasMore: boolean };

/** Who changed what, newest first. Every earlier version can be restored. */
export function ChangesSection({ stored }: Draft) {
  const styles = useAdminStyles();
  const [audit, setAudit] = useState<Audit>({ name: 'loading' });

  async function load(earlier: readonly SettingsChange[]) {
    try {
      const before = earlier.at(-1)?.version;
      const page = await api.call(getOrganizationChanges, before === undefined ? {} : { before });
      setAudit({ name: 'ready', changes: [...earlier, ...page.changes], hasMore: page.has_more });
    } catch (cause) {
      logFailure(texts.changes.failed, cause);
      setAudit({ name: 'failed' });
    }
  }
  useEffect(() => void load([]), [stored.version]);

  if (audit.name === 'loading') return <TextSkeleton label={texts.sections.changes} />;
  if (audit.name === 'failed')
    return <ErrorMessage text={texts.changes.failed} retry={{ label: texts.retry, action: () => void load([]) }} />;
  if (audit.changes.length === 0) return <Text className={styles.quiet}>{texts.changes.none}</Text>;
  return (
    <>
      {audit.changes.map((change) => (
        <section key={change.version} className={styles.part}>
          <div className={styles.actions}>
            <Subtitle2 as="h3" className={styles.heading}>
              {texts.changes.version(change.version, change.saved_by.name || texts.someone)}
            </Subtitle2>
            {change.version === stored.version ? (
              <Badge appearance="tint">{texts.changes.current}</Badge>
            ) : (
              <Button size="small" onClick={() => void restoreVersion(change.version, texts.restored(change.version))}>
                {texts.changes.restore(change.version)}
              </Button>
            )}
          </div>
          <Text className={styles.quiet}>
            {[
              formatTime(change.saved_at),
              ...(change.restored_version === null ? [] : [texts.changes.restoredFrom(change.restored_version)]),
            ].join(' · ')}
          </Text>
          <ChangeTable label={texts.changes.ofVersion(change.version)} changes={change.changes} />
        </section>
      ))}
      <div className={styles.actions}>
        {audit.hasMore ? (
          <Button onClick={() => void load(audit.changes)}>{texts.changes.more}</Button>
        ) : (
          <Button onClick={() => void restoreVersion(0, texts.restored(0))}>{texts.changes.restoreFile}</Button>
        )}
      </div>
    </>
  );
}
