import { useEffect } from 'react';

const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex]';

/**
 * Puts the content of a dialog into the tab order while it scrolls and has nothing to focus: the keyboard could not
 * reach its end otherwise.
 */
export function useFocusableContent(surface: HTMLElement | null): void {
  useEffect(() => {
    if (!surface) return;
    const update = () => {
      for (const content of surface.querySelectorAll('.fui-DialogContent')) {
        if (content.scrollHeight > content.clientHeight && !content.querySelector(FOCUSABLE))
          content.setAttribute('tabindex', '0');
        else content.removeAttribute('tabindex');
      }
    };
    update();
    const mutations = new MutationObserver(update);
    mutations.observe(surface, { childList: true, subtree: true, characterData: true });
    window.addEventListener('resize', update);
    return () => {
      mutations.disconnect();
      window.removeEventListener('resize', update);
    };
  }, [surface]);
}
