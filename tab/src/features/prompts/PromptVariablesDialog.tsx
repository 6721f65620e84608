import { useEffect, useState } from 'react';
import type { PromptTarget } from '#tab/shell/dialogs.ts';
import { findPrompt } from './prompts.state.ts';
import VariablesForm from './VariablesForm.tsx';

interface Props {
  target: PromptTarget;
  promptId: string;
  onClose: () => void;
}

/** The variables of a suggested prompt, over the screen. */
export default function PromptVariablesDialog({ target, promptId, onClose }: Props) {
  const [prompt] = useState(() => findPrompt(promptId));
  useEffect(() => {
    if (!prompt) onClose();
  }, [prompt, onClose]);
  return prompt && <VariablesForm prompt={prompt} target={target} onInserted={onClose} onClose={onClose} />;
}
