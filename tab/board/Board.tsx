import { FluentProvider, makeStyles, makeStaticStyles, tokens, type Theme } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { ThemeName, themes } from '#tab/fluentThemes.ts';
import { ErrorBoundary } from '#tab/ui/ErrorBoundary.tsx';
import type { Drawing, Example } from './example.ts';
import { sections } from './sections/sections.ts';

const COLUMN_PX = 520;
const themeNames = ['default', 'dark', 'contrast'] as const;
type BoardTheme = (typeof themeNames)[number];

const usePageStyles = makeStaticStyles({
  body: { margin: 0, backgroundColor: '#8a8a8a', fontFamily: 'sans-serif' },
  'html, body, #root': { minHeight: '100%' },
});

const useStyles = makeStyles({
  bar: { display: 'flex', gap: '16px', padding: '8px 12px', backgroundColor: '#fff' },
  columns: { display: 'grid', gridTemplateColumns: `repeat(3, ${COLUMN_PX}px)`, gap: '12px', padding: '12px' },
  column: {
    display: 'flex',
    flexDirection: 'column',
    padding: '16px',
    boxSizing: 'border-box',
    minWidth: 0,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  drawing: { display: 'flex', flexDirection: 'column', gap: '12px', marginBottom: '24px' },
  name: { margin: 0, fontSize: '16px', borderBottom: `1px solid ${tokens.colorNeutralStroke1}`, paddingBottom: '4px' },
  state: { fontSize: '12px', color: tokens.colorNeutralForeground3, marginBottom: '4px' },
  cell: { position: 'relative', minWidth: 0 },
  frame: { width: '100%', border: `1px solid ${tokens.colorNeutralStroke2}`, boxSizing: 'border-box' },
  framed: {
    height: '100vh',
    display: 'flex',
    flexDirection: 'column',
    backgroundColor: tokens.colorNeutralBackground1,
  },
  failed: { color: '#b10e1c', fontWeight: 'bold' },
});

/** All examples of one section in three themes side by side; without a section, the list of sections. */
export function Board({ section }: { section: string | null }) {
  usePageStyles();
  const styles = useStyles();
  const drawings = section === null ? undefined : sections[section];
  return (
    <>
      <nav className={styles.bar}>
        {Object.keys(sections).map((name) => (
          <a key={name} href={`?section=${name}`} aria-current={name === section ? 'page' : undefined}>
            {name}
          </a>
        ))}
      </nav>
      {drawings && section !== null && (
        <main className={styles.columns}>
          {themeNames.map((theme) => (
            <Themed key={theme} name={theme} className={styles.column}>
              {drawings.map((drawing) => (
                <DrawnComponent key={drawing.component} section={section} drawing={drawing} theme={theme} />
              ))}
            </Themed>
          ))}
        </main>
      )}
    </>
  );
}

function Themed({ name, className, children }: { name: BoardTheme; className: string; children: ReactNode }) {
  const theme: Theme = themes[name];
  return (
    <FluentProvider theme={theme} data-theme={name} className={className}>
      <ThemeName value={name}>{children}</ThemeName>
    </FluentProvider>
  );
}

function DrawnComponent({ section, drawing, theme }: { section: string; drawing: Drawing; theme: BoardTheme }) {
  const styles = useStyles();
  return (
    <section className={styles.drawing} data-component={drawing.component}>
      <h2 className={styles.name}>{drawing.component}</h2>
      {drawing.examples.map((example) => (
        <div key={example.state} className={styles.cell}>
          <div className={styles.state}>{example.state}</div>
          {drawing.framePx === undefined ? (
            <Drawn example={example} />
          ) : (
            <iframe
              title={`${drawing.component}: ${example.state}`}
              className={styles.frame}
              style={{ height: drawing.framePx }}
              src={`?${new URLSearchParams({ theme, example: `${section}/${drawing.component}/${example.state}` })}`}
            />
          )}
        </div>
      ))}
    </section>
  );
}

/** An example that covers the whole page, in a frame of its own. */
export function FramedExample({ path, theme }: { path: string; theme: string | null }) {
  usePageStyles();
  const styles = useStyles();
  const [section = '', component, state] = path.split('/');
  const drawing = sections[section]?.find((candidate) => candidate.component === component);
  const example = drawing?.examples.find((candidate) => candidate.state === state);
  const name = themeNames.find((candidate) => candidate === theme) ?? 'default';
  return (
    <Themed name={name} className={styles.framed}>
      {example && <Drawn example={example} />}
    </Themed>
  );
}

function Drawn({ example }: { example: Example }) {
  const styles = useStyles();
  return (
    <ErrorBoundary
      onError={(cause) => console.error(example.state, cause)}
      fallback={() => (
        <p className={styles.failed} data-failed={example.state}>
          This example does not render.
        </p>
      )}
    >
      <Content draw={example.draw} />
    </ErrorBoundary>
  );
}

/** A component of its own inside the error boundary, so that the boundary catches what `draw` throws. */
function Content({ draw }: { draw: Example['draw'] }) {
  return draw();
}
