import { findBoundaries, importBoundaries, type ImportBoundary } from './tests/importBoundaries.ts';

/** Every path where other boundaries apply, parents first, because a later override replaces an earlier one. */
const paths = [...new Set(importBoundaries.flatMap(({ within, except = [] }) => [...within, ...except]))].toSorted(
  (a, b) => a.length - b.length,
);

function toPattern({ forbidden, sentence, allowTypes }: ImportBoundary) {
  return { regex: forbidden.source, message: sentence, allowTypeImports: allowTypes ?? false };
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
    // Stories assert in helpers, and `it.each` takes titles from tables.
    'jest/expect-expect': 'off',
    'jest/valid-title': 'off',
    'jest/no-conditional-expect': 'off',
    'jest/no-standalone-expect': 'off',
    'jest/valid-describe-callback': 'off',
    'jest/require-to-throw-message': 'off',
    // A scrolling pane must take keyboard focus, and Fluent uses ARIA roles instead of tags.
    'jsx-a11y/prefer-tag-over-role': 'off',
    'jsx-a11y/no-noninteractive-tabindex': 'off',
    'react/incompatible-library': 'off',
    'react/set-state-in-effect': 'off',
    'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
  },
  overrides: [
    ...paths.map((path) => ({
      files: [path.endsWith('/') ? `${path}**` : path],
      rules: { 'no-restricted-imports': ['error', { patterns: findBoundaries(path).map(toPattern) }] },
    })),
    {
      files: ['**/*.test.ts', '**/*.test.tsx', 'tests/**'],
      rules: { 'no-restricted-imports': 'off', 'max-lines': 'off' },
    },
  ],
};
