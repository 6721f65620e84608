import { Button, Spinner, Subtitle2, Text } from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import { isAvaError } from '#contract/errors.ts';
import { changeField, chooseWordTemplate } from '#tab/features/admin/admin.actions.ts';
import { useAdminStyles } from '#tab/features/admin/admin.styles.ts';
import { adminTexts } from '#tab/features/admin/admin.texts.ts';
import { FieldLabel } from '#tab/features/admin/fields.tsx';
import type { Draft } from '#tab/features/admin/useDraft.ts';
import { logFailure } from '#tab/state/log.ts';
import { ErrorMessage } from '#tab/ui/ErrorMessage.tsx';

type Upload = { name: 'idle' } | { name: 'checking' } | { name: 'failed'; text: string };

const texts = adminTexts.wordTemplate;

/** The template whose look Word documents have. It is uploaded at once, and used when the settings are saved. */
export function WordTemplateField({ draft, changed, problems }: Draft) {
  const styles = useAdminStyles();
  const input = useRef<HTMLInputElement>(null);
  const [upload, setUpload] = useState<Upload>({ name: 'idle' });
  const controller = useRef(new AbortController());
  useEffect(() => {
    controller.current = new AbortController();
    return () => controller.current.abort();
  }, []);
  const { wordTemplate } = draft;
  const problem = upload.name === 'failed' ? upload.text : problems['wordTemplate'];

  async function choose(file: File | undefined): Promise<void> {
    if (input.current) input.current.value = '';
    if (!file) return;
    if (!/\.do[ct]x$/i.test(file.name)) return setUpload({ name: 'failed', text: texts.wrongType });
    setUpload({ name: 'checking' });
    const { signal } = controller.current;
    try {
      await chooseWordTemplate(file, signal);
      setUpload({ name: 'idle' });
    } catch (cause) {
      if (signal.aborted) return;
      logFailure(texts.failed, cause);
      setUpload({
        name: 'failed',
        text: isAvaError(cause) && cause.code !== 'unexpected' ? cause.detail : texts.failed,
      });
    }
  }

  function remove(): void {
    setUpload({ name: 'idle' });
    changeField('wordTemplate', null);
  }

  return (
    <section aria-label={adminTexts.fields.wordTemplate} className={styles.part}>
      <Subtitle2 as="h3" className={styles.heading}>
        <FieldLabel text={adminTexts.fields.wordTemplate} changed={changed.has('wordTemplate')} />
      </Subtitle2>
      <Text className={styles.quiet}>{texts.line}</Text>
      <Text className={styles.fileName} role="status">
        {wordTemplate?.name ?? texts.none}
      </Text>
      <input
        ref={input}
        type="file"
        hidden
        accept=".docx,.dotx"
        onChange={({ target }) => void choose(target.files?.[0])}
      />
      <div className={styles.actions}>
        <Button disabledFocusable={upload.name === 'checking'} onClick={() => input.current?.click()}>
          {texts.choose}
        </Button>
        {wordTemplate && (
          <Button appearance="subtle" disabledFocusable={upload.name === 'checking'} onClick={remove}>
            {texts.remove}
          </Button>
        )}
        {upload.name === 'checking' && (
          <div role="status">
            <Spinner size="tiny" labelPosition="after" label={texts.checking} />
          </div>
        )}
      </div>
      {problem && <ErrorMessage text={problem} />}
    </section>
  );
}
