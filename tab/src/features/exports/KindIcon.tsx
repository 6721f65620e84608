import { MailRegular } from '@fluentui/react-icons';
import type { ExportKind } from '#tab/shell/dialogs.ts';
import { FileIcon } from '#tab/shell/FileIcon.tsx';

export function KindIcon({ kind }: { kind: ExportKind }) {
  return kind === 'email' ? <MailRegular fontSize={20} /> : <FileIcon fileType={kind.toUpperCase()} />;
}
