import {
  Accordion,
  AccordionHeader,
  AccordionItem,
  AccordionPanel,
  Badge,
  Button,
  Subtitle2,
  Text,
} from '@fluentui/react-components';
import { Add20Regular, ArrowUp20Regular, Delete20Regular } from '@fluentui/react-icons';
import { useId, useRef, useState, type ReactNode } from 'react';
import { showToast } from '#tab/shell/toasts/toasts.ts';
import { changeField, restoreItem } from './admin.actions.ts';
import type { Problems } from './admin.rules.ts';
import { useAdminStyles } from './admin.styles.ts';
import { adminTexts as texts } from './admin.texts.ts';
import { focusItem } from './focus.ts';
import { FieldLabel } from './fields.tsx';

type ListField = keyof typeof texts.add;

interface ItemListProps<Item> {
  field: ListField;
  line?: string;
  items: readonly Item[];
  changed: boolean;
  problems: Problems;
  getName: (item: Item) => string;
  create: () => Item;
  /** The fields of an item. `path` is that of its problems. */
  render: (item: Item, change: (changes: Partial<Item>) => void, path: string) => ReactNode;
}

/** A list of settings in the draft: each opens to its fields, and can be moved and removed. */
export function ItemList<Item>(props: ItemListProps<Item>) {
  const { field, line, items, changed, problems, getName, create, render } = props;
  const styles = useAdminStyles();
  const headingId = useId();
  const list = useRef<HTMLElement>(null);
  const footer = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<number | null>(null);
  const set = (next: readonly Item[]) => changeField(field, next);

  function move(index: number) {
    const next = [...items];
    const [item] = next.splice(index, 1);
    if (item === undefined) return;
    next.splice(index - 1, 0, item);
    setOpen(index - 1);
    set(next);
    focusItem(list.current, index - 1, 'header');
  }

  function remove(index: number, name: string) {
    set(items.filter((_, position) => position !== index));
    setOpen(null);
    footer.current?.querySelector('button')?.focus();
    const item = items[index];
    showToast('success', texts.removed(name), {
      action: { label: texts.undo, run: () => restoreItem(field, index, item) },
    });
  }

  return (
    <section ref={list} aria-labelledby={headingId} className={styles.part}>
      <Subtitle2 as="h3" id={headingId} className={styles.heading}>
        <FieldLabel text={texts.fields[field]} changed={changed} />
      </Subtitle2>
      {line && <Text className={styles.quiet}>{line}</Text>}
      {problems[field] && (
        <Text role="alert" tabIndex={-1} data-problem className={styles.problem}>
          {problems[field]}
        </Text>
      )}
      <Accordion
        collapsible
        openItems={open ?? -1}
        onToggle={(_, { value }) => setOpen(value === open ? null : (value as number))}
      >
        {items.map((item, index) => {
          const path = `${field}.${index}`;
          const name = getName(item) || texts.item.untitled;
          const isInvalid = Object.keys(problems).some((problem) => problem.startsWith(`${path}.`));
          return (
            <AccordionItem
              key={index}
              value={index}
              className={styles.item}
              data-item
              data-incomplete={isInvalid || undefined}
            >
              <AccordionHeader as="h4">
                <span className={styles.label}>
                  {name}
                  {isInvalid && (
                    <Badge appearance="tint" color="danger" size="small">
                      {texts.incomplete}
                    </Badge>
                  )}
                </span>
              </AccordionHeader>
              <AccordionPanel className={styles.itemPanel}>
                <div className={styles.fields}>
                  {render(
                    item,
                    (changes) => set(items.map((each, at) => (at === index ? { ...each, ...changes } : each))),
                    path,
                  )}
                  <div className={styles.actions}>
                    {index > 0 && (
                      <Button size="small" icon={<ArrowUp20Regular />} onClick={() => move(index)}>
                        {texts.moveUp(name)}
                      </Button>
                    )}
                    <Button size="small" icon={<Delete20Regular />} onClick={() => remove(index, name)}>
                      {texts.remove(name)}
                    </Button>
                  </div>
                </div>
              </AccordionPanel>
            </AccordionItem>
          );
        })}
      </Accordion>
      <div ref={footer}>
        <Button
          icon={<Add20Regular />}
          onClick={() => {
            set([...items, create()]);
            setOpen(items.length);
            focusItem(list.current, items.length, 'field');
          }}
        >
          {texts.add[field]}
        </Button>
      </div>
    </section>
  );
}
