import { useCallback, useEffect, useRef, useState } from 'react';
import { isAvaError } from '#contract/errors.ts';
import {
  DEFAULT_TEMPLATE,
  type FitProblem,
  type PresentationLayout,
  type PresentationTemplate,
} from '#contract/exports/presentations.ts';
import { showToast } from '#tab/shell/toasts/toasts.ts';
import { logFailure } from '#tab/state/log.ts';
import { network, waitUntilOnline } from '#tab/state/network.ts';
import { exportTexts } from '#tab/features/exports/exports.texts.ts';
import type { SlideFlowProps } from './slideFlow.ts';
import {
  createPresentation,
  explainFailure,
  loadTemplate,
  previewDeck,
  setUpSlides,
  type LoadedTemplate,
} from './slides.actions.ts';
import { applyTemplate, findMissingLayout, setLayout, toRequest, type Deck, type DeckSlide } from './slides.rules.ts';
import { slideTexts } from './slides.texts.ts';

/** Time from the last change until the preview is drawn again. */
const PREVIEW_DELAY_MS = 500;

export type Preview =
  | { name: 'drawing'; bytes: Blob | null }
  | { name: 'ready'; bytes: Blob }
  | { name: 'missing'; text: string }
  | { name: 'failed'; isOffline: boolean };

interface Loaded {
  deck: Deck;
  templates: PresentationTemplate[];
  current: LoadedTemplate;
}

type Phase = { name: 'settingUp' } | { name: 'failed'; detail: string } | ({ name: 'ready' } & Loaded);

export type SlideFlowState = ReturnType<typeof useSlideFlow>;

/** State of the slide flow, from the text to the file. */
export function useSlideFlow({ target, name, onClose }: SlideFlowProps) {
  const [phase, setPhase] = useState<Phase>({ name: 'settingUp' });
  const [attempt, setAttempt] = useState(0);
  const [problems, setProblems] = useState<FitProblem[]>([]);
  const [preview, setPreview] = useState<Preview>({ name: 'drawing', bytes: null });
  const [drawn, setDrawn] = useState(0);
  const [isCreating, setCreating] = useState(false);
  // A second click can come before the button is drawn as disabled.
  const isWorking = useRef(false);
  const isOpen = useRef(true);
  const start = useRef({ target, name });

  useEffect(() => {
    const controller = new AbortController();
    setPhase({ name: 'settingUp' });
    setUpSlides(start.current.target, start.current.name, controller.signal).then(
      ({ deck, templates, template, layouts }) =>
        controller.signal.aborted || setPhase({ name: 'ready', deck, templates, current: { template, layouts } }),
      (cause: unknown) => {
        if (controller.signal.aborted) return;
        logFailure('failed to set up slides', cause);
        const detail = isAvaError(cause) || cause instanceof Error ? toDetail(cause) : slideTexts.setUpFailed;
        setPhase({ name: 'failed', detail });
      },
    );
    return () => controller.abort();
  }, [attempt]);

  useEffect(() => {
    isOpen.current = true;
    return () => void (isOpen.current = false);
  }, []);

  const deck = phase.name === 'ready' ? phase.deck : null;
  useEffect(() => {
    if (!deck) return;
    const missing = findMissingLayout(deck);
    if (missing) {
      setProblems([]);
      return setPreview({ name: 'missing', text: missing });
    }
    const controller = new AbortController();
    setPreview((before) => ({
      name: 'drawing',
      bytes: before.name === 'ready' || before.name === 'drawing' ? before.bytes : null,
    }));
    const timer = setTimeout(() => {
      previewDeck(toRequest(deck), start.current.name, controller.signal).then(
        ({ bytes, problems: found }) => {
          if (controller.signal.aborted) return;
          setProblems(found);
          setPreview({ name: 'ready', bytes });
        },
        (cause: unknown) => {
          if (controller.signal.aborted) return;
          logFailure('failed to preview presentation', cause);
          if (isAvaError(cause) && cause.code === 'not_found') showToast('error', slideTexts.setLayoutFailed);
          setPreview({ name: 'failed', isOffline: !network.isOnline });
        },
      );
    }, PREVIEW_DELAY_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [deck, drawn]);

  const waitsForNetwork = preview.name === 'failed' && preview.isOffline;
  useEffect(() => {
    if (!waitsForNetwork) return;
    const controller = new AbortController();
    waitUntilOnline(controller.signal).then(
      () => setDrawn((count) => count + 1),
      () => undefined,
    );
    return () => controller.abort();
  }, [waitsForNetwork]);

  const update = useCallback((change: (loaded: Loaded) => Partial<Loaded>) => {
    setPhase((before) => (before.name === 'ready' ? { ...before, ...change(before) } : before));
  }, []);

  /** Uses the layouts of another template for all slides, and a chosen one for one slide. */
  async function changeTemplate(
    template: PresentationTemplate,
    chosen?: { slide: DeckSlide; layout: PresentationLayout },
  ): Promise<void> {
    try {
      const { layouts } = await loadTemplate(template);
      update(({ deck: before }) => {
        const applied = applyTemplate(before, template.template_folder, layouts);
        return {
          deck: chosen ? setLayout(applied, chosen.slide, chosen.layout) : applied,
          current: { template, layouts },
        };
      });
    } catch (cause) {
      logFailure('failed to change template', cause);
      showToast('error', explainFailure(slideTexts.changeFailed));
    }
  }

  return {
    phase,
    preview,
    problems,
    isCreating,
    retrySetUp: () => setAttempt((count) => count + 1),
    retryPreview: () => setDrawn((count) => count + 1),
    onPreviewBroken: useCallback((cause: unknown) => {
      logFailure('failed to draw presentation', cause);
      setPreview({ name: 'failed', isOffline: !network.isOnline });
    }, []),
    changeDeck: useCallback(
      (change: (deck: Deck) => Deck) => update(({ deck: before }) => ({ deck: change(before) })),
      [update],
    ),
    applyLayout: (slide: DeckSlide, layout: PresentationLayout) =>
      update(({ deck: before }) => ({ deck: setLayout(before, slide, layout) })),

    changeTemplate,
    setTemplates: (templates: PresentationTemplate[]) => update(() => ({ templates })),

    /** After a template was deleted: lists those that are left, and uses AVA's if the slides used it. */
    removeTemplate({ template_folder: removed }: PresentationTemplate, left: PresentationTemplate[]): void {
      update(() => ({ templates: left }));
      const own = left.find(({ template_folder }) => template_folder === DEFAULT_TEMPLATE);
      if (own && removed === deck?.templateFolder) void changeTemplate(own);
    },

    /** Creates the file and closes the flow. After a failure it stays open, so that no choice is lost. */
    async create(): Promise<void> {
      if (!deck || isWorking.current) return;
      isWorking.current = true;
      setCreating(true);
      const toast = showToast('processing', slideTexts.creating(name));
      try {
        await createPresentation(toRequest(deck), name);
        toast.update('success', slideTexts.downloaded(name));
        if (isOpen.current) onClose();
      } catch (cause) {
        logFailure(slideTexts.generateFailed, cause);
        toast.update('error', explainFailure(slideTexts.createFailed(name)));
      } finally {
        isWorking.current = false;
        setCreating(false);
      }
    },
  };
}

/** The sentence to show: there is no network, or the server's reason, or that the text has no slides. */
function toDetail(cause: Error): string {
  if (!network.isOnline) return exportTexts.offline;
  if (isAvaError(cause) && cause.code !== 'unexpected') return cause.detail;
  return cause.message === slideTexts.noSections ? slideTexts.noSections : slideTexts.setUpFailed;
}
