import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useEffect, useRef } from 'react';
import { MENTION_PICKER_MAX_PX } from '#contract/limits.ts';
import type { MentionGroup } from '#tab/features/chat/chat.state.ts';
import { composerTexts } from '#tab/features/chat/composer/composer.texts.ts';
import type { PickerSection } from './mentionElements.ts';

const useStyles = makeStyles({
  list: {
    position: 'absolute',
    bottom: '100%',
    left: 0,
    zIndex: 1,
    boxSizing: 'border-box',
    width: 'min(360px, 100%)',
    maxHeight: `min(${MENTION_PICKER_MAX_PX}px, 50vh)`,
    overflowY: 'auto',
    marginBottom: tokens.spacingVerticalXS,
    padding: tokens.spacingVerticalXS,
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow16,
  },
  section: {
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalS} ${tokens.spacingVerticalXS}`,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground3,
  },
  option: {
    padding: `${tokens.spacingVerticalSNudge} ${tokens.spacingHorizontalS}`,
    borderRadius: tokens.borderRadiusMedium,
    cursor: 'pointer',
    // In the contrast theme the background turns bright, so the text must be dark.
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover, color: tokens.colorNeutralForeground1Hover },
    ':hover > *': { color: 'inherit' },
  },
  active: {
    backgroundColor: tokens.colorNeutralBackground1Selected,
    color: tokens.colorNeutralForeground1Selected,
    '& > *': { color: 'inherit' },
    outline: `1px solid ${tokens.colorTransparentStrokeInteractive}`,
  },
  description: { fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
});

interface Props {
  id: string;
  parts: { section: PickerSection; groups: MentionGroup[] }[];
  active: number;
  onPick: (group: MentionGroup) => void;
}

/** The groups that can be mentioned, by section. The caret stays in the text; the arrow keys move through the list. */
export function MentionPicker({ id, parts, active, onPick }: Props) {
  const styles = useStyles();
  const activeOption = useRef<HTMLDivElement>(null);
  const order = parts.flatMap((part) => part.groups);
  useEffect(() => {
    activeOption.current?.scrollIntoView?.({ block: 'nearest' });
  }, [active]);

  return (
    <div id={id} role="listbox" aria-label={composerTexts.mentionList} className={styles.list}>
      {parts.map(({ section, groups }) => (
        <div key={section} role="group" aria-label={section}>
          <div className={styles.section} aria-hidden>
            {section}
          </div>
          {groups.map((group) => {
            const index = order.indexOf(group);
            return (
              <div
                key={group.group_name}
                id={`${id}-${index}`}
                ref={index === active ? activeOption : undefined}
                role="option"
                aria-selected={index === active}
                className={mergeClasses(styles.option, index === active && styles.active)}
                tabIndex={-1}
                // The group is picked on mousedown, because a click would first move the caret out of the text.
                onMouseDown={(event) => {
                  event.preventDefault();
                  onPick(group);
                }}
              >
                <div>{group.group_name}</div>
                <div className={styles.description}>{group.group_description}</div>
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}
