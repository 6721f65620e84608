import { FluentProvider, makeStaticStyles } from '@fluentui/react-components';
import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { WIDE_PX } from '#contract/limits.ts';
import { App } from './App.tsx';
import type { Environment } from './environment.ts';
import { settings } from './features/settings/settings.state.ts';
import { logFailure } from './state/log.ts';
import { notifySuccess, type Host, type HostTheme } from './teams/teamsHost.ts';
import { ThemeName, themes, resolveTheme } from './fluentThemes.ts';

const TOUCH_TARGET = '44px';

/** Padding above and below a line of 20 px, so that the touch target is 44 px high. */
const LINE_PADDING = '12px';
/** Padding above and below a box of 32 px, for the same height. */
const BOX_PADDING = '6px';

/**
 * On a phone every touch target is 44 px high, in all features and in Fluent's menus and dialogs. Targets inside a line
 * of text opt out with `data-inline`.
 */
const useTouchTargetStyles = makeStaticStyles(`
  @media (max-width: ${WIDE_PX - 1}px) {
    .fui-FluentProvider button:not([data-inline]) { min-width: ${TOUCH_TARGET}; min-height: ${TOUCH_TARGET}; }
    .fui-FluentProvider [role^='menuitem'], .fui-FluentProvider [role='option'] { padding-block: ${LINE_PADDING}; }
    .fui-FluentProvider .fui-Checkbox, .fui-FluentProvider .fui-Radio, .fui-FluentProvider .fui-Switch {
      padding-block: ${BOX_PADDING};
    }
    .fui-FluentProvider .fui-Input, .fui-FluentProvider .fui-SearchBox, .fui-FluentProvider .fui-Slider { min-height: ${TOUCH_TARGET}; }
    .fui-FluentProvider .fui-Select__select { height: ${TOUCH_TARGET}; }
    .fui-FluentProvider .fui-DialogActions a { display: inline-flex; align-items: center; min-height: ${TOUCH_TARGET}; }
  }
`);

const useStaticStyles = makeStaticStyles({
  // Not a class on the provider: Fluent copies it to the layers of menus and dialogs, which would then cover the page.
  'html, body, #root, #root > *': { height: '100%', margin: 0, overflow: 'hidden' },
});

interface RootProps {
  host: Host;
  environment: Environment;
  /** Hook that returns the theme of Teams or the device. Every render must get the same hook. */
  useHostTheme: () => HostTheme;
}

/** AVA in the theme of Teams, of the device, or of the person's own choice. */
export function Root({ host, environment, useHostTheme }: RootProps) {
  useStaticStyles();
  useTouchTargetStyles();
  const theme = resolveTheme(useSnapshot(settings).defaultTheme, useHostTheme());

  useEffect(() => {
    // The color scheme applies to scroll bars and native controls. Not set in the HTML, so that Teams shows through
    // until AVA is rendered.
    document.documentElement.style.colorScheme = theme === 'default' ? 'light' : 'dark';
  }, [theme]);

  useEffect(() => {
    if (host.kind !== 'teams') return;
    notifySuccess().catch((cause: unknown) => logFailure('failed to notify Teams that the tab is loaded', cause));
  }, [host]);

  return (
    <FluentProvider theme={themes[theme]} data-theme={theme}>
      <ThemeName value={theme}>
        <App hostKind={host.kind} sandbox={isLocal(environment.authority)} />
      </ThemeName>
    </FluentProvider>
  );
}

function isLocal(authority: string): boolean {
  return authority !== '' && ['localhost', '127.0.0.1'].includes(new URL(authority).hostname);
}
