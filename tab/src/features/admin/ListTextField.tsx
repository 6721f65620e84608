import { useState } from 'react';
import { splitList } from './admin.rules.ts';
import { TextField } from './fields.tsx';

interface ListTextFieldProps {
  label: string;
  hint?: string;
  separator: '\n' | ',';
  items: readonly string[];
  changed?: boolean;
  problem?: string | undefined;
  onChange: (items: string[]) => void;
}

/** A list as text. The text is kept as typed, so that a separator at the end does not disappear. */
export function ListTextField({ label, hint, separator, items, changed, problem, onChange }: ListTextFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const joined = items.join(separator === '\n' ? '\n' : ', ');
  const isCurrent = typed !== null && splitList(typed, separator).join('\n') === items.join('\n');
  return (
    <TextField
      label={label}
      {...(hint ? { hint } : {})}
      {...(changed ? { changed } : {})}
      {...(separator === '\n' ? { rows: 5 } : {})}
      problem={problem}
      value={isCurrent ? typed : joined}
      onChange={(text) => {
        setTyped(text);
        onChange(splitList(text, separator));
      }}
    />
  );
}
