import { Dropdown, Option, SearchBox, Tab, TabList } from '@fluentui/react-components';
import type { KeyboardEvent } from 'react';
import { MAX_SEARCH_CHARACTERS } from '#contract/limits.ts';
import { promptLabels, type PromptLabel } from '#contract/prompts/promptLabels.ts';
import type { PromptFilter, PromptTab } from '#contract/prompts/promptRules.ts';
import { allLabels } from './prompts.rules.ts';
import { usePromptStyles } from './prompts.styles.ts';
import { promptTexts } from './prompts.texts.ts';
import { useTeams } from './useTeams.ts';

const ANY = '';
const tabs: readonly PromptTab[] = ['all', 'shared', 'mine'];

interface Props {
  filter: PromptFilter;
  /** The text in the search box; the filter follows it after a pause. */
  typed: string;
  count: number | null;
  /** Whether the server has more prompts than it lists. */
  isTruncated: boolean;
  onFilter: (change: Partial<PromptFilter>) => void;
  onType: (text: string) => void;
  /** The down arrow in the search box leads to the cards. */
  onEnterGrid: () => void;
}

/** Tabs, search, team and file type of the library. */
export function PromptFilters({ filter, typed, count, isTruncated, onFilter, onType, onEnterGrid }: Props) {
  const styles = usePromptStyles();
  const teams = useTeams();
  const team = teams.find(({ id }) => id === filter.team);
  const isMine = filter.tab === 'mine';
  const onKeyDown = (event: KeyboardEvent) => {
    // The first Escape clears the search, the second one closes the library.
    if (event.key === 'Escape' && typed !== '') {
      event.preventDefault();
      event.stopPropagation();
      onType('');
    } else if (event.key === 'ArrowDown') {
      event.preventDefault();
      onEnterGrid();
    }
  };
  return (
    <div className={styles.filters}>
      <TabList
        className={styles.tabs}
        aria-label={promptTexts.tabsLabel}
        selectedValue={filter.tab}
        onTabSelect={(_, { value }) => onFilter({ tab: value as PromptTab })}
      >
        {tabs.map((tab) => (
          <Tab key={tab} value={tab}>
            {promptTexts.tabs[tab]}
          </Tab>
        ))}
      </TabList>
      <SearchBox
        className={styles.search}
        value={typed}
        maxLength={MAX_SEARCH_CHARACTERS}
        placeholder={promptTexts.search}
        aria-label={promptTexts.search}
        onChange={(_, { value }) => onType(value)}
        onKeyDown={onKeyDown}
      />
      <div className={styles.choices}>
        <Dropdown
          className={styles.choice}
          aria-label={promptTexts.team}
          disabled={isMine}
          {...(isMine ? { title: promptTexts.teamsIgnored } : {})}
          value={(isMine ? undefined : team)?.name ?? promptTexts.allTeams}
          selectedOptions={[team?.id ?? ANY]}
          onOptionSelect={(_, { optionValue }) => onFilter({ team: optionValue || null })}
        >
          <Option value={ANY}>{promptTexts.allTeams}</Option>
          {teams.map(({ id, name }) => (
            <Option key={id} value={id}>
              {name}
            </Option>
          ))}
        </Dropdown>
        <Dropdown
          className={styles.choice}
          aria-label={promptTexts.fileType}
          value={filter.label === null ? promptTexts.allFileTypes : promptLabels[filter.label].name}
          selectedOptions={[filter.label ?? ANY]}
          onOptionSelect={(_, { optionValue }) => onFilter({ label: (optionValue || null) as PromptLabel | null })}
        >
          <Option value={ANY}>{promptTexts.allFileTypes}</Option>
          {allLabels.map((label) => (
            <Option key={label} value={label}>
              {promptLabels[label].name}
            </Option>
          ))}
        </Dropdown>
        <span role="status" className={`${styles.note} ${styles.count}`}>
          {count !== null && promptTexts.count(count)}
          {count !== null && isTruncated && `. ${promptTexts.truncated}`}
        </span>
      </div>
    </div>
  );
}
