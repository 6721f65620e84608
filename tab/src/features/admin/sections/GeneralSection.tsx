import { Field, MessageBar, MessageBarBody, MessageBarTitle, Subtitle2, Switch } from '@fluentui/react-components';
import { formatDate } from '#tab/shell/formatDate.ts';
import { changeField } from '#tab/features/admin/admin.actions.ts';
import { useAdminStyles } from '#tab/features/admin/admin.styles.ts';
import { adminTexts as texts } from '#tab/features/admin/admin.texts.ts';
import { FieldLabel, TextField } from '#tab/features/admin/fields.tsx';
import type { Draft } from '#tab/features/admin/useDraft.ts';
import { WordTemplateField } from './WordTemplateField.tsx';

/** Name, support address, Word template and system alert, with a preview of the alert. */
export function GeneralSection(props: Draft) {
  const { draft, changed, problems } = props;
  const styles = useAdminStyles();
  const { name, supportEmail, systemAlert } = draft;
  const changeAlert = (changes: object) => changeField('systemAlert', { ...systemAlert, ...changes });
  return (
    <>
      <TextField
        label={texts.fields.name}
        value={name}
        changed={changed.has('name')}
        problem={problems['name']}
        onChange={(value) => changeField('name', value)}
      />
      <TextField
        label={texts.fields.supportEmail}
        type="email"
        hint={texts.supportHint}
        value={supportEmail}
        changed={changed.has('supportEmail')}
        problem={problems['supportEmail']}
        onChange={(value) => changeField('supportEmail', value)}
      />
      <WordTemplateField {...props} />
      <section aria-label={texts.fields.systemAlert} className={styles.fields}>
        <Subtitle2 as="h3" className={styles.heading}>
          <FieldLabel text={texts.fields.systemAlert} changed={changed.has('systemAlert')} />
        </Subtitle2>
        <Switch
          label={texts.showAlert}
          checked={systemAlert !== null}
          onChange={(_, { checked }) =>
            changeField(
              'systemAlert',
              checked ? { title: '', message: '', date: new Date().toISOString().slice(0, 10) } : null,
            )
          }
        />
        {systemAlert && (
          <>
            <TextField
              label={texts.alertTitle}
              value={systemAlert.title}
              problem={problems['systemAlert.title']}
              onChange={(title) => changeAlert({ title })}
            />
            <TextField
              label={texts.alertMessage}
              rows={3}
              value={systemAlert.message}
              problem={problems['systemAlert.message']}
              onChange={(message) => changeAlert({ message })}
            />
            <TextField
              label={texts.alertDate}
              type="date"
              value={systemAlert.date}
              problem={problems['systemAlert.date']}
              onChange={(date) => changeAlert({ date })}
            />
            <Field label={texts.preview}>
              <MessageBar intent="info" layout="multiline" politeness="polite">
                <MessageBarBody>
                  {systemAlert.title && <MessageBarTitle>{systemAlert.title}</MessageBarTitle>}
                  {[systemAlert.message, formatDate(systemAlert.date, 'medium')].filter(Boolean).join(' · ')}
                </MessageBarBody>
              </MessageBar>
            </Field>
          </>
        )}
      </section>
    </>
  );
}
