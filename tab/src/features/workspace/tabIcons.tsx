import {
  ClipboardTextLtr20Regular,
  DocumentMultiple20Regular,
  DocumentSearch20Regular,
  DocumentText20Regular,
  Note20Regular,
  Star20Regular,
  type FluentIcon,
} from '@fluentui/react-icons';
import type { WorkspaceTab } from '#contract/workspace.ts';

export const tabIcons: Record<WorkspaceTab, FluentIcon> = {
  'Embedded Files': DocumentMultiple20Regular,
  'File Viewer': DocumentText20Regular,
  Search: DocumentSearch20Regular,
  Notes: Note20Regular,
  'Task Output': ClipboardTextLtr20Regular,
  Results: Star20Regular,
};
