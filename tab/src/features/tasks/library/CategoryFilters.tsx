import { Dropdown, Field, makeStyles, Option, tokens } from '@fluentui/react-components';
import { useOrganization } from '#tab/state/session.state.ts';
import { taskTexts } from '#tab/features/tasks/tasks.texts.ts';
import { categoryNames, type CategoryName, type ChosenCategories } from './library.rules.ts';

const ANY = '';

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(112px, 1fr))',
    gap: tokens.spacingHorizontalS,
  },
  // Otherwise the list is at least 250 px wide, whatever the column.
  dropdown: { minWidth: 0, width: '100%' },
});

interface Props {
  chosen: ChosenCategories;
  onChoose: (chosen: ChosenCategories) => void;
}

/** Filters of the library: one for each category of which the organization names values. */
export function CategoryFilters({ chosen, onChoose }: Props) {
  const styles = useStyles();
  const categories = useOrganization()?.taskCategories;
  const named = categoryNames.filter((name) => (categories?.[name].length ?? 0) > 0);
  if (!categories || named.length === 0) return null;
  const choose = (name: CategoryName, value: string) => {
    const { [name]: _before, ...others } = chosen;
    onChoose(value === ANY ? others : { ...others, [name]: value });
  };
  return (
    <div className={styles.root}>
      {named.map((name) => (
        <Field key={name} label={taskTexts.library.categories[name]} size="small">
          <Dropdown
            size="small"
            className={styles.dropdown}
            value={chosen[name] ?? taskTexts.library.anyCategory}
            selectedOptions={[chosen[name] ?? ANY]}
            onOptionSelect={(_, { optionValue }) => choose(name, optionValue ?? ANY)}
          >
            <Option value={ANY}>{taskTexts.library.anyCategory}</Option>
            {categories[name].map((value) => (
              <Option key={value} value={value}>
                {value}
              </Option>
            ))}
          </Dropdown>
        </Field>
      ))}
    </div>
  );
}
