import { Badge, Field, Input, Textarea } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useAdminStyles } from './admin.styles.ts';
import { adminTexts as texts } from './admin.texts.ts';

/** A label with a marker if the draft differs from what is saved. */
export function FieldLabel({ text, changed }: { text: string; changed: boolean }): ReactNode {
  const styles = useAdminStyles();
  return (
    <span className={styles.label}>
      {text}
      {changed && (
        <Badge appearance="tint" color="brand" size="small">
          {texts.changed}
        </Badge>
      )}
    </span>
  );
}

interface TextFieldProps {
  label: string;
  value: unknown;
  onChange: (value: string) => void;
  changed?: boolean;
  hint?: string;
  problem?: string | undefined;
  type?: 'text' | 'email' | 'date' | 'number';
  /** Number of lines of a longer text. */
  rows?: number;
}

/** A text with its label, hint, marker and problem. */
export function TextField(props: TextFieldProps) {
  const { label, value, onChange, changed = false, hint, problem, type = 'text', rows } = props;
  const text = value === null || value === undefined ? '' : String(value);
  return (
    <Field
      label={{ children: <FieldLabel text={label} changed={changed} /> }}
      {...(hint ? { hint } : {})}
      {...(problem ? { validationMessage: problem, validationState: 'error' as const } : {})}
    >
      {rows ? (
        <Textarea rows={rows} resize="vertical" value={text} onChange={(_, data) => onChange(data.value)} />
      ) : (
        <Input
          type={type === 'number' ? 'text' : type}
          inputMode={type === 'number' ? 'numeric' : undefined}
          value={text}
          onChange={(_, data) => onChange(data.value)}
        />
      )}
    </Field>
  );
}
