import { Link } from '@fluentui/react-components';
import { openDialog } from '#tab/shell/dialogs.ts';
import { texts } from '#tab/texts.ts';

/** Opens the help pages. `inline`: within a line of text. */
export function HelpLink({ inline = false }: { inline?: boolean }) {
  return (
    <Link
      as="button"
      appearance="subtle"
      data-inline={inline || undefined}
      onClick={() => openDialog({ name: 'help' })}
    >
      {texts.shell.needHelp}
    </Link>
  );
}
