import {
  Dialog,
  DialogBody,
  DialogSurface,
  DialogTitle,
  mergeClasses,
  useTooltipVisibility,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import { useEffect, useState, type ReactElement, type ReactNode } from 'react';
import { useRestoreFocus } from './useRestoreFocus.ts';
import { findTopDialog } from './topDialog.ts';

const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex]';

/** At most 560 px wide; full screen on a phone. */
const useDialogStyles = makeStyles({
  surface: {
    maxWidth: '560px',
    '@media (max-width: 679px)': {
      width: '100vw',
      maxWidth: '100vw',
      height: '100dvh',
      maxHeight: '100dvh',
      margin: '0',
      borderRadius: '0',
      padding: tokens.spacingHorizontalL,
    },
    // The outline is as high as the window, so a line would cross the text of a dialog that scrolls.
    '@media (max-height: 359px)': { '&::after': { display: 'none' } },
  },
  title: { overflowWrap: 'anywhere' },
  body: {
    maxHeight: 'calc(100dvh - 96px)',
    '& > .fui-DialogActions': { marginTop: tokens.spacingVerticalM },
    '@media (min-width: 480px)': { '& > .fui-DialogActions button': { whiteSpace: 'nowrap' } },
    // In a window this low the whole dialog scrolls; otherwise nothing would be left between title and buttons.
    '@media (max-height: 359px)': { maxHeight: 'none' },
    // A button 44 px high beside the title: its icon is level with the first line and nearer to the edge.
    '@media (max-width: 679px)': {
      '& > .fui-DialogTitle__action': { marginBlock: '-8px', marginInlineEnd: '-8px' },
    },
    '@media (max-width: 679px) and (min-height: 360px)': {
      maxHeight: 'none',
      height: '100%',
      gridTemplateRows: 'auto 1fr auto',
      alignContent: 'stretch',
    },
  },
});

interface ModalProps {
  title: ReactNode;
  /** Accessible name when the title says too little. */
  label?: string;
  /**
   * `alert` asks something. Neither `alert` nor `work` is closed by a click beside the dialog, because the click would
   * skip the question or lose work.
   */
  modalType?: 'modal' | 'alert' | 'work';
  className?: string | undefined;
  /** Content at the end of the title. */
  action?: ReactElement;
  onClose: () => void;
  /** DialogContent, and DialogActions if any. */
  children: ReactNode;
}

/** A dialog that is open while it is rendered. It keeps the focus; Escape closes it and the focus returns. */
export function Modal({ title, label, modalType = 'modal', className, action, onClose, children }: ModalProps) {
  const styles = useDialogStyles();
  const [surface, setSurface] = useState<HTMLElement | null>(null);
  const tooltips = useTooltipVisibility();
  // A tooltip that stayed below the dialog would take the first Escape.
  useEffect(() => tooltips.visibleTooltip?.hide(), [tooltips]);
  useHeldFocus(surface);
  useFocusableContent(surface);
  useRestoreFocus();
  return (
    <Dialog
      open
      modalType={modalType === 'work' ? 'alert' : modalType}
      onOpenChange={(_, { open }) => open || onClose()}
    >
      <DialogSurface
        ref={setSurface}
        tabIndex={-1}
        // The backdrop also dims a dialog below this one, which Fluent leaves bright.
        backdrop={{ appearance: 'dimmed' }}
        {...(modalType === 'work' ? { role: 'dialog' } : {})}
        className={mergeClasses(styles.surface, className)}
        {...(label ? { 'aria-label': label } : {})}
      >
        <DialogBody className={styles.body}>
          <DialogTitle className={styles.title} {...(action ? { action } : {})}>
            {title}
          </DialogTitle>
          {children}
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}

/**
 * Puts the content of a dialog into the tab order while it scrolls and has nothing to focus: the keyboard could not
 * reach its end otherwise.
 */
function useFocusableContent(surface: HTMLElement | null): void {
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

/**
 * Keeps the focus in a dialog when the focused control is removed or disabled, for example when its content has loaded:
 * the browser would move it to the page behind, and keys would no longer reach the dialog. A dialog with another one above
 * it takes no focus: Fluent would hide the upper one from screen readers.
 * @param surface of the dialog, which gets the focus then
 */
function useHeldFocus(surface: HTMLElement | null): void {
  useEffect(() => {
    if (!surface) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hold = () => {
      if (findTopDialog() !== surface) return;
      const focused = document.activeElement;
      if (focused === null || focused === document.body || (surface.contains(focused) && focused.matches(':disabled')))
        surface.focus();
    };
    const observer = new MutationObserver(() => {
      clearTimeout(timer);
      // The focus is moved later, because a dialog above this one that closes now returns the focus itself.
      timer = setTimeout(hold);
    });
    observer.observe(surface, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [surface]);
}
