import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const PACKAGE = '@fluentui/react-icons';
const FOLDER = fileURLToPath(new URL('../node_modules/@fluentui/react-icons/lib/atoms/svg/', import.meta.url));
const IMPORT = /import\s*\{([^}]*)\}\s*from\s*['"]@fluentui\/react-icons['"];?/g;
/** Size and style at the end of an icon's name. */
const VARIANT = /\d*(?:Filled|Regular|Light|Color)$/;

/**
 * Imports each icon from its own module. The package's main module keeps hundreds of icons in one file, so that all icons of
 * the dialogs would be part of the first load.
 */
export function iconImports(): Plugin {
  return {
    name: 'icon-imports',
    apply: 'build',
    transform: {
      filter: { code: PACKAGE },
      handler: (code) => ({ code: code.replace(IMPORT, (_, names: string) => toImports(names)), map: null }),
    },
  };
}

function toImports(names: string): string {
  const specifiers = names
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  return specifiers.map((specifier) => `import { ${specifier} } from '${getModule(specifier)}';`).join(' ');
}

/** The module of an icon; the main module for everything else, such as `bundleIcon`. */
function getModule(specifier: string): string {
  const [name = ''] = specifier.split(/\s+as\s+/);
  const file = name
    .replace(VARIANT, '')
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .toLowerCase();
  return VARIANT.test(name) && existsSync(`${FOLDER}${file}.js`) ? `${PACKAGE}/svg/${file}` : PACKAGE;
}
