import {
  Badge,
  Button,
  Field,
  MessageBar,
  MessageBarBody,
  Select,
  Subtitle1,
  Tab,
  TabList,
  Text,
  Title3,
} from '@fluentui/react-components';
import { Settings20Regular } from '@fluentui/react-icons';
import { useEffect, useRef, type RefObject } from 'react';
import { useSnapshot } from 'valtio';
import { Frame } from '#tab/shell/layout/Frame.tsx';
import { layout } from '#tab/shell/layout/layout.state.ts';
import { usePerson } from '#tab/state/session.state.ts';
import { EmptyState } from '#tab/ui/EmptyState.tsx';
import { ErrorMessage } from '#tab/ui/ErrorMessage.tsx';
import { TextSkeleton } from '#tab/ui/TextSkeleton.tsx';
import { discardDraft, loadAdministration, openSection, reviewDraft } from './admin.actions.ts';
import { listInvalidFields, listSections } from './admin.rules.ts';
import { admin, type AdminSection } from './admin.state.ts';
import { useAdminStyles } from './admin.styles.ts';
import { adminTexts as texts } from './admin.texts.ts';
import ConflictDialog from './ConflictDialog.tsx';
import { focusFirstProblem } from './focus.ts';
import ReviewDialog from './ReviewDialog.tsx';
import { BudgetsSection } from './sections/BudgetsSection.tsx';
import { ChangesSection } from './sections/ChangesSection.tsx';
import { EvaluationSection } from './sections/EvaluationSection.tsx';
import { FeedbackSection } from './sections/FeedbackSection.tsx';
import { FeaturesSection } from './sections/FeaturesSection.tsx';
import { GeneralSection } from './sections/GeneralSection.tsx';
import { ModelsSection } from './sections/ModelsSection.tsx';
import { PromptsSection } from './sections/PromptsSection.tsx';
import { UsageSection } from './sections/UsageSection.tsx';
import { useDraft, type Draft } from './useDraft.ts';
import { useLeaveGuard } from './useLeaveGuard.ts';

const sections = Object.entries(texts.sections) as [AdminSection, string][];

/** Settings, usage and changes of the organization, for administrators. */
export default function AdminScreen() {
  const isAdministrator = usePerson()?.isAdministrator ?? false;
  return (
    <Frame
      workspace={null}
      conversation={
        isAdministrator ? (
          <Administration />
        ) : (
          <EmptyState
            level={1}
            icon={<Settings20Regular />}
            title={texts.onlyAdministrators}
            line={texts.onlyAdministratorsLine}
          />
        )
      }
    />
  );
}

function Administration() {
  const styles = useAdminStyles();
  const { page, section } = useSnapshot(admin);
  const draft = useDraft();
  useEffect(() => void loadAdministration(), []);
  const content = useRef<HTMLDivElement>(null);
  useLeaveGuard((draft?.changed.size ?? 0) > 0);
  return (
    <div className={styles.screen}>
      <div className={styles.head}>
        <Title3 as="h1" className={styles.title}>
          {texts.title}
        </Title3>
      </div>
      <div className={styles.body}>
        <Sections section={section} draft={draft} />
        <div ref={content} role="region" aria-label={texts.sections[section]} tabIndex={0} className={styles.content}>
          <div className={styles.column}>
            <Subtitle1 as="h2" className={styles.heading}>
              {texts.sections[section]}
            </Subtitle1>
            {page.name === 'loading' && <TextSkeleton label={texts.title} />}
            {page.name === 'failed' && (
              <ErrorMessage
                text={page.detail}
                retry={{ label: texts.retry, action: () => void loadAdministration() }}
              />
            )}
            {draft?.stored.problem && (
              <MessageBar intent="warning">
                <MessageBarBody>{draft.stored.problem}</MessageBarBody>
              </MessageBar>
            )}
            {draft && <Section section={section} draft={draft} />}
          </div>
        </div>
      </div>
      {draft && draft.changed.size > 0 && <SaveBar draft={draft} content={content} />}
      {draft && (draft.step.name === 'review' || draft.step.name === 'saving') && <ReviewDialog step={draft.step} />}
      {draft?.step.name === 'conflict' && <ConflictDialog draft={draft} theirs={draft.step.theirs} />}
    </div>
  );
}

function Section({ section, draft }: { section: AdminSection; draft: Draft }) {
  switch (section) {
    case 'general':
      return <GeneralSection {...draft} />;
    case 'features':
      return <FeaturesSection {...draft} />;
    case 'prompts':
      return <PromptsSection {...draft} />;
    case 'budgets':
      return <BudgetsSection {...draft} />;
    case 'models':
      return <ModelsSection />;
    case 'usage':
      return <UsageSection />;
    case 'evaluation':
      return <EvaluationSection />;
    case 'feedback':
      return <FeedbackSection />;
    case 'changes':
      return <ChangesSection {...draft} />;
    default:
      return section satisfies never;
  }
}

/** The parts of the screen, with a marker for those that were changed: tabs, or a list in a narrow window. */
function Sections({ section, draft }: { section: AdminSection; draft: Draft | null }) {
  const styles = useAdminStyles();
  const { width } = useSnapshot(layout);
  const changed = listSections([...(draft?.changed ?? [])]);
  if (width === 'phone')
    return (
      <nav aria-label={texts.sectionsLabel} className={styles.nav}>
        <Field label={texts.sectionsLabel}>
          <Select value={section} onChange={(_, { value }) => openSection(value as AdminSection)}>
            {sections.map(([name, label]) => (
              <option key={name} value={name}>
                {changed.has(name) ? `${label} (${texts.changed.toLowerCase()})` : label}
              </option>
            ))}
          </Select>
        </Field>
      </nav>
    );
  return (
    <nav aria-label={texts.sectionsLabel} className={styles.nav}>
      <TabList
        vertical
        className={styles.tabs}
        aria-label={texts.sectionsLabel}
        selectedValue={section}
        onTabSelect={(_, { value }) => openSection(value as AdminSection)}
      >
        {sections.map(([name, label]) => (
          <Tab key={name} value={name}>
            <span className={styles.label}>
              {label}
              {changed.has(name) && (
                <Badge appearance="tint" color="brand" size="small">
                  {texts.changed}
                </Badge>
              )}
            </span>
          </Tab>
        ))}
      </TabList>
    </nav>
  );
}

/** Says how much is not saved, and offers to save or discard it. A draft with problems leads to the first one. */
function SaveBar({ draft, content }: { draft: Draft; content: RefObject<HTMLElement | null> }) {
  const styles = useAdminStyles();
  const { changed, problems, step } = draft;
  const invalid = listInvalidFields(problems);
  const [firstInvalid] = listSections(invalid);
  const review = () => {
    if (!firstInvalid) return void reviewDraft();
    openSection(firstInvalid);
    focusFirstProblem(content.current);
  };
  const discard = () => {
    // Moves the focus, because this bar has it and is about to disappear.
    content.current?.focus();
    discardDraft();
  };
  return (
    <div className={styles.bar} role="group" aria-label={texts.unsaved(changed.size)}>
      <Text className={styles.barText} role="status">
        {invalid.length > 0 ? texts.correct(invalid.length) : texts.unsaved(changed.size)}
      </Text>
      <Button onClick={discard}>{texts.discard}</Button>
      <Button appearance="primary" disabledFocusable={step.name !== 'editing'} onClick={review}>
        {texts.review}
      </Button>
    </div>
  );
}
