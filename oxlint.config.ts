import { walls, wallsAround, type Wall } from './tests/importBoundaries.ts';

/** Every folder or file where the set of walls changes, outer ones first: a later override replaces an earlier one. */
const places = [...new Set(walls.flatMap((wall) => [...wall.within, ...(wall.except ?? [])]))].toSorted(
  (a, b) => a.length - b.length,
);

function ruleOf({ never, sentence, typesPass }: Wall) {
  return { regex: never.source, message: sentence, allowTypeImports: typesPass ?? false };
}

export default {
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'react', 'promise', 'jest', 'jsx-a11y'],
  categories: { correctness: 'error' },
  rules: {
    'no-console': 'off',
    'no-var': 'error',
    'prefer-const': 'error',
    eqeqeq: 'error',
    'no-debugger': 'error',
    'no-eval': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/ban-ts-comment': 'error',
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'typescript/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
    'jest/no-disabled-tests': 'error',
    'jest/no-focused-tests': 'error',
    // Stories assert in helpers, and tables of stories name themselves.
    'jest/expect-expect': 'off',
    'jest/valid-title': 'off',
    'jest/no-conditional-expect': 'off',
    'jest/no-standalone-expect': 'off',
    'jest/valid-describe-callback': 'off',
    'jest/require-to-throw-message': 'off',
    // A pane that scrolls takes the keyboard's focus, and ARIA's roles are Fluent's own way.
    'jsx-a11y/prefer-tag-over-role': 'off',
    'jsx-a11y/no-noninteractive-tabindex': 'off',
    'react/incompatible-library': 'off',
    'react/set-state-in-effect': 'off',
    'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
  },
  overrides: [
    ...places.map((place) => ({
      files: [place.endsWith('/') ? `${place}**` : place],
      rules: { 'no-restricted-imports': ['error', { patterns: wallsAround(place).map(ruleOf) }] },
    })),
    {
      files: ['**/*.test.ts', '**/*.test.tsx', 'tests/**'],
      rules: { 'no-restricted-imports': 'off', 'max-lines': 'off' },
    },
  ],
};
