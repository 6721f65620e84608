import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useEffect, useRef } from 'react';
import { MENTION_PICKER_MAX_PX } from '#contract/limits.ts';
import type { MentionListProps } from '#tab/shell/layout/slots.ts';
import { composerTexts } from '#tab/features/chat/composer/composer.texts.ts';

const useStyles = makeStyles({
  popup: {
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
  name: { overflowWrap: 'anywhere' },
  note: {
    padding: `${tokens.spacingVerticalSNudge} ${tokens.spacingHorizontalS}`,
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
  },
  description: {
    display: '-webkit-box',
    overflow: 'hidden',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 2,
    overflowWrap: 'anywhere',
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
  },
});

/**
 * What can be picked at an @ or a slash, by section. The caret stays in the text; the arrow keys move through the list.
 */
export function MentionPicker({ id, parts, note = '', active, onPick }: MentionListProps) {
  const styles = useStyles();
  const activeOption = useRef<HTMLDivElement>(null);
  const order = parts.flatMap((part) => part.choices);
  useEffect(() => {
    activeOption.current?.scrollIntoView?.({ block: 'nearest' });
  }, [active]);

  return (
    <div className={styles.popup} data-escape-closes>
      {order.length > 0 && (
        <div id={id} role="listbox" aria-label={composerTexts.mentionList}>
          {parts.map(({ section, choices }) => (
            <div key={section} role="group" aria-label={section}>
              <div className={styles.section} aria-hidden>
                {section}
              </div>
              {choices.map((choice) => {
                const index = order.indexOf(choice);
                return (
                  <div
                    key={choice.id}
                    id={`${id}-${index}`}
                    ref={index === active ? activeOption : undefined}
                    role="option"
                    aria-selected={index === active}
                    className={mergeClasses(styles.option, index === active && styles.active)}
                    tabIndex={-1}
                    // It is picked on mousedown, because a click would first move the caret out of the text.
                    onMouseDown={(event) => {
                      event.preventDefault();
                      onPick(index);
                    }}
                  >
                    <div className={styles.name}>{choice.name}</div>
                    <div className={styles.description}>{choice.detail}</div>
                  </div>
                );
              })}
            </div>
          ))}
        </div>
      )}
      <div role="status" className={mergeClasses(note !== '' && styles.note)}>
        {note}
      </div>
    </div>
  );
}
