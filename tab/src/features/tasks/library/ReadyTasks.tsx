import { Button } from '@fluentui/react-components';
import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import type { LibraryTask } from '#contract/tasks/taskLibrary.ts';
import { useTaskStyles } from '#tab/features/tasks/screen/screen.styles.ts';
import { taskTexts } from '#tab/features/tasks/tasks.texts.ts';
import { loadFromLibrary, loadLibrary } from './library.actions.ts';
import { library } from './library.state.ts';

const MAX_CARDS = 4;

/** Tasks of the organization that a newcomer can run at once; shown in an empty task. */
export function ReadyTasks() {
  const styles = useTaskStyles();
  const { items } = useSnapshot(library);
  useEffect(() => void loadLibrary(), []);
  const ready = (items as LibraryTask[]).filter((item) => item.TaskLibraryType === 'template').slice(0, MAX_CARDS);
  if (ready.length === 0) return null;
  return (
    <section aria-label={taskTexts.library.ready} className={styles.field}>
      <h2 className={styles.sectionTitle}>{taskTexts.library.ready}</h2>
      <div className={styles.cards}>
        {ready.map((item) => (
          <Button
            key={item.TaskLibraryId}
            className={styles.cardButton}
            onClick={() => void loadFromLibrary(item.TaskLibraryId)}
          >
            <span className={styles.label}>{item.TaskLibraryTitle}</span>
            <span className={styles.hint}>{item.TaskLibraryDescription}</span>
          </Button>
        ))}
      </div>
    </section>
  );
}
