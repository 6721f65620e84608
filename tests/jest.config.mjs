import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundlePackages } from './harness/jest/bundledPackages.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

const bundles = await bundlePackages(root);

const swc = [
  '@swc/jest',
  {
    jsc: {
      target: 'es2023',
      parser: { syntax: 'typescript', tsx: true },
      transform: { react: { runtime: 'automatic' } },
    },
    module: { type: 'commonjs' },
  },
];

const common = {
  rootDir: root,
  transform: { '\\.[tj]sx?$': swc },
  transformIgnorePatterns: ['/node_modules/(?!(jose|@microsoft/teamsfx)/)'],
};

/** Everything that Node can run itself. The tab's tests need jsdom and mocks of modules, except those of pure rules. */
const native = {
  rootDir: root,
  testEnvironment: join(root, 'tests/harness/jest/nativeEnvironment.cjs'),
  testRunner: join(root, 'tests/harness/jest/nativeRunner.cjs'),
};

export default {
  testSequencer: join(root, 'tests/harness/jest/longTestsFirst.mjs'),
  projects: [
    {
      ...native,
      displayName: 'node',
      testMatch: [
        '<rootDir>/{api,appPackage,bot,env}/**/*.test.ts',
        '<rootDir>/tab/**/*.rules.test.ts',
        '<rootDir>/tests/{*,bench/**/*,chaos/**/*,docs/*,world/**/*}.test.ts',
      ],
    },
    {
      ...common,
      displayName: 'tab',
      testEnvironment: 'jsdom',
      testRunner: join(root, 'tests/harness/jest/tabRunner.cjs'),
      testMatch: ['<rootDir>/tab/**/*.test.{ts,tsx}'],
      testPathIgnorePatterns: ['/node_modules/', '\\.rules\\.test\\.ts$'],
      moduleNameMapper: {
        '^@microsoft/teamsfx$': '<rootDir>/node_modules/@microsoft/teamsfx/dist/index.esm2017.js',
        '^adaptivecards$': '<rootDir>/node_modules/adaptivecards/dist/adaptivecards.js',
        '\\.css$': '<rootDir>/tests/harness/jest/emptyStyles.cjs',
        '^@fluentui/react-icons$': '<rootDir>/tests/harness/jest/fluentIcons.cjs',
        ...Object.fromEntries(Object.entries(bundles).map(([name, path]) => [`^${name}$`, path])),
      },
      setupFiles: ['<rootDir>/tests/harness/jest/jsdomSetup.cjs'],
      setupFilesAfterEnv: [bundles['@testing-library/jest-dom']],
    },
    {
      ...native,
      displayName: 'stories',
      testMatch: ['<rootDir>/tests/{stories,hostile}/**/*.test.ts'],
    },
    {
      ...native,
      displayName: 'journeys',
      testMatch: ['<rootDir>/tests/journeys/**/*.test.ts'],
    },
  ],
  // Time limit of a test. It is longer than the patience of a single wait, so that the wait says what did not happen.
  testTimeout: 300_000,
};
