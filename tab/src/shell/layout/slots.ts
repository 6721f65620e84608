import { createContext, useContext, type ComponentType, type ReactNode } from 'react';
import type { Citation } from '#contract/runs/answerEvents.ts';
import type { FunctionCall } from '#contract/runs/functionCalls.ts';
import type { FileType } from '#contract/files/fileTypes.ts';
import type { ExportTarget, PromptTarget } from '#tab/shell/dialogs.ts';

/** A text that AVA wrote, with its sources. */
export interface AnswerViewProps {
  text: string;
  streaming: boolean;
  links: readonly Citation[];
  /** What was looked up for the text. */
  calls?: readonly FunctionCall[];
}

/** The list that opens at an @ or a slash. */
export interface MentionListProps {
  id: string;
  parts: readonly { section: string; choices: readonly { id: string; name: string; detail: string }[] }[];
  /** A sentence below the list, for example that a part could not be loaded. */
  note?: string;
  /** Position of the active choice among the choices of all parts. */
  active: number;
  onPick: (index: number) => void;
}

/** A dialog in which a person chooses colleagues. */
export interface PeersDialogProps {
  title: string;
  hint: string;
  /** Sentence if `onShare` rejects; the dialog stays open then. */
  failure: string;
  onShare: (peerIds: readonly string[]) => Promise<void>;
  onClose: () => void;
}

/** Prompts of the library for the types of attached files. */
export interface SuggestedPromptsProps {
  target: PromptTarget;
  fileTypes: readonly FileType[];
}

/** A menu of the formats that something can be exported to. */
export interface ExportMenuProps {
  target: ExportTarget;
  /** Returns a name for the file; called when the person has chosen a format. */
  propose: () => string;
  /** The text, if it is known; it decides which formats suit it. */
  text?: string;
  /** An icon, a button with a text, or an item of another menu. */
  as: 'icon' | 'text' | 'item';
  /** Called before the dialog opens. */
  onChoose?: () => void;
  /** Whether a link has asked for the menu: it opens, and calls `onLinkOpened`. */
  isLinked?: boolean;
  onLinkOpened?: () => void;
}

/** Components that App passes to the screens, so that no feature imports another feature's components. */
export interface Slots {
  workspace: ReactNode;
  /** A link that opens the help pages. */
  helpLink: ReactNode;
  /** The same link within a line of text. */
  inlineHelpLink: ReactNode;
  /** Site picker of a search without entries. */
  sitePanel: ReactNode;
  /** Bar with the selected site of a search with entries. */
  siteBar: ReactNode;
  /** Outputs of the open task, in the workspace. */
  taskOutput: ReactNode;
  AnswerView: ComponentType<AnswerViewProps>;
  MentionList: ComponentType<MentionListProps>;
  PeersDialog: ComponentType<PeersDialogProps>;
  ExportMenu: ComponentType<ExportMenuProps>;
  SuggestedPrompts: ComponentType<SuggestedPromptsProps>;
}

function renderNothing(): ReactNode {
  return null;
}

const SlotsContext = createContext<Slots>({
  workspace: null,
  helpLink: null,
  inlineHelpLink: null,
  sitePanel: null,
  siteBar: null,
  taskOutput: null,
  AnswerView: renderNothing,
  MentionList: renderNothing,
  PeersDialog: renderNothing,
  ExportMenu: renderNothing,
  SuggestedPrompts: renderNothing,
});

export const SlotsProvider = SlotsContext.Provider;

export function useSlots(): Slots {
  return useContext(SlotsContext);
}
