import { Button } from '@fluentui/react-components';
import type { CallResult } from '#contract/runs/functionCalls.ts';
import { FileIcon } from '#tab/shell/FileIcon.tsx';
import { FileName } from '#tab/ui/FileName.tsx';
import { canOpenSource } from '#tab/features/chat/citations/citations.rules.ts';
import { openSource } from '#tab/features/chat/citations/openCitation.ts';
import { useFunctionStyles } from './functions.styles.ts';
import { functionTexts } from './functions.texts.ts';
import { isTable, ResultTable } from './ResultTable.tsx';

/** What a function found, each with the beginning of its text. */
export function CallResults({ found, results }: { found: number; results: readonly CallResult[] }) {
  const styles = useFunctionStyles();
  return (
    // Focusable, so that it can be scrolled by keyboard if none of its results can be opened.
    <ol className={styles.details} aria-label={functionTexts.results} tabIndex={0}>
      {results.map((result, index) => (
        <li key={index} className={styles.result}>
          <ResultSource result={result} />
          {result.location !== '' && <span className={styles.caption}>{result.location}</span>}
          {isTable(result.excerpt) ? (
            <ResultTable excerpt={result.excerpt} label={result.filename} />
          ) : (
            <p className={styles.excerpt} dir="auto">
              {result.excerpt}
            </p>
          )}
        </li>
      ))}
      {found > results.length && <li className={styles.caption}>{functionTexts.more(found - results.length)}</li>}
    </ol>
  );
}

function ResultSource({ result }: { result: CallResult }) {
  const styles = useFunctionStyles();
  const { filename, datatype, excerpt } = result;
  if (!canOpenSource(result))
    return (
      <span className={styles.name}>
        <FileIcon fileType={datatype} />
        <bdi>{filename}</bdi>
      </span>
    );
  return (
    <Button
      size="small"
      appearance="subtle"
      className={styles.source}
      icon={<FileIcon fileType={datatype} />}
      aria-label={functionTexts.open(filename)}
      onClick={() => openSource({ ...result, quote: excerpt.replace(/…$/, '') })}
    >
      <FileName name={filename} />
    </Button>
  );
}
