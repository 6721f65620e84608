import { Button, Menu, MenuItem, MenuList, MenuPopover, MenuTrigger, Tooltip } from '@fluentui/react-components';
import {
  Delete20Regular,
  Edit20Regular,
  Eye20Regular,
  History20Regular,
  LockClosed16Regular,
  MoreHorizontal20Regular,
  People16Regular,
} from '@fluentui/react-icons';
import { useId, type KeyboardEvent } from 'react';
import { splitList } from '#contract/prompts/promptLabels.ts';
import type { Prompt } from '#contract/prompts/prompts.ts';
import { formatDate } from '#tab/shell/formatDate.ts';
import { PersonPicture } from '#tab/ui/PersonPicture.tsx';
import { useCardStyles } from './PromptCard.styles.ts';
import { usePromptStyles } from './prompts.styles.ts';
import { promptTexts } from './prompts.texts.ts';
import { useCreatorPhoto } from './useCreatorPhoto.ts';

const LABELS_SHOWN = 2;

export interface PromptCardActions {
  onUse: (prompt: Prompt) => void;
  onView: (prompt: Prompt) => void;
  onEdit: (prompt: Prompt) => void;
  onVersions: (prompt: Prompt) => void;
  onDelete: (prompt: Prompt) => void;
}

interface Props extends PromptCardActions {
  prompt: Prompt;
  isTabStop: boolean;
  onFocused: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** A prompt: its title, the start of its text, file types and creator. A click uses it. */
export function PromptCard({ prompt, isTabStop, onFocused, onKeyDown, ...actions }: Props) {
  const styles = useCardStyles();
  const previewId = useId();
  const creatorId = useId();
  const title = prompt.prompt_title;
  const tabIndex = isTabStop ? 0 : -1;
  return (
    <article className={styles.card} aria-label={title}>
      <div className={styles.content}>
        <span className={styles.title}>{title}</span>
        <span id={previewId} className={styles.preview}>
          {prompt.prompt_text}
        </span>
        <Labels prompt={prompt} />
        <Creator id={creatorId} prompt={prompt} />
      </div>
      {/* The button lies over the text instead of around it, so that its accessible name is not the whole text. */}
      <Button
        appearance="transparent"
        data-card={prompt.prompt_id}
        className={styles.main}
        aria-label={promptTexts.use(title)}
        aria-describedby={`${previewId} ${creatorId}`}
        tabIndex={tabIndex}
        onFocus={onFocused}
        onKeyDown={onKeyDown}
        onClick={() => actions.onUse(prompt)}
      />
      <div className={styles.actions}>
        <Tooltip content={promptTexts.view(title)} relationship="label">
          <Button
            appearance="subtle"
            icon={<Eye20Regular />}
            tabIndex={tabIndex}
            onClick={() => actions.onView(prompt)}
          />
        </Tooltip>
        {(prompt.can.edit || prompt.can.delete) && <CardMenu prompt={prompt} tabIndex={tabIndex} {...actions} />}
      </div>
    </article>
  );
}

function Labels({ prompt }: { prompt: Prompt }) {
  const styles = useCardStyles();
  const { label } = usePromptStyles();
  const labels = splitList(prompt.labels_text);
  const [Icon, scope] = prompt.is_private
    ? [LockClosed16Regular, promptTexts.private]
    : [People16Regular, promptTexts.shared];
  return (
    <span className={styles.labels}>
      <span className={styles.scope}>
        <Icon aria-hidden />
        {scope}
      </span>
      {labels.slice(0, LABELS_SHOWN).map((name) => (
        <span key={name} className={label}>
          {name}
        </span>
      ))}
      {labels.length > LABELS_SHOWN && promptTexts.moreLabels(labels.length - LABELS_SHOWN)}
    </span>
  );
}

function Creator({ id, prompt }: { id: string; prompt: Prompt }) {
  const styles = useCardStyles();
  const photo = useCreatorPhoto(prompt);
  const name = prompt.mine ? promptTexts.you : prompt.creator_name;
  return (
    <span id={id} className={styles.creator}>
      <PersonPicture name={prompt.creator_name} photo={photo} size={24} />
      <span className={styles.lines}>
        <span className={styles.ellipsis}>{name}</span>
        <span className={styles.ellipsis}>{formatDate(prompt.modified_on, 'medium')}</span>
      </span>
    </span>
  );
}

interface MenuProps extends PromptCardActions {
  prompt: Prompt;
  tabIndex: number;
}

function CardMenu({ prompt, tabIndex, onEdit, onVersions, onDelete }: MenuProps) {
  const name = promptTexts.more(prompt.prompt_title);
  return (
    <Menu positioning="below-end">
      <Tooltip content={name} relationship="label">
        <MenuTrigger disableButtonEnhancement>
          <Button appearance="subtle" icon={<MoreHorizontal20Regular />} tabIndex={tabIndex} aria-label={name} />
        </MenuTrigger>
      </Tooltip>
      <MenuPopover>
        <MenuList>
          {prompt.can.edit && (
            <>
              <MenuItem icon={<Edit20Regular />} onClick={() => onEdit(prompt)}>
                {promptTexts.edit}
              </MenuItem>
              <MenuItem icon={<History20Regular />} onClick={() => onVersions(prompt)}>
                {promptTexts.versions}
              </MenuItem>
            </>
          )}
          {prompt.can.delete && (
            <MenuItem icon={<Delete20Regular />} onClick={() => onDelete(prompt)}>
              {promptTexts.delete}
            </MenuItem>
          )}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
