import { Button, SearchBox } from '@fluentui/react-components';
import { ArrowSync20Regular } from '@fluentui/react-icons';
import { knowledgeTexts } from '#tab/features/knowledge/knowledge.texts.ts';
import { useCorpusStyles } from './corpusFiles.styles.ts';

interface FileSearchProps {
  value: string;
  onChange: (value: string) => void;
  onReload: () => void;
}

const texts = knowledgeTexts.corpus;

/** Filters a list of files by name and reloads it. */
export function FileSearch({ value, onChange, onReload }: FileSearchProps) {
  const styles = useCorpusStyles();
  return (
    <div className={styles.bar}>
      <SearchBox
        className={styles.search}
        value={value}
        placeholder={texts.search}
        aria-label={texts.search}
        onChange={(_, data) => onChange(data.value)}
      />
      <Button icon={<ArrowSync20Regular />} onClick={onReload}>
        {texts.reload}
      </Button>
    </div>
  );
}
