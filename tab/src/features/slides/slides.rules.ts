import type {
  FitProblem,
  LayoutChoice,
  PresentationLayout,
  PresentationRequest,
  PresentationSection,
  SlideSource,
} from '#contract/exports/presentations.ts';
import { slideTexts } from './slides.texts.ts';

/** What a person decides about a presentation before it is created. */
export interface Deck {
  templateFolder: string;
  title: string;
  subtitle: string;
  titleLayout: LayoutChoice | null;
  sections: PresentationSection[];
  /** Sources that the text cites as `[number]`. */
  sources: SlideSource[];
}

/** The slide whose layout is chosen: the title slide, or a section by its index. */
export type DeckSlide = 'title' | number;

const toChoice = ({ name, type, thumbnail, templateFolder }: PresentationLayout): LayoutChoice => ({
  name,
  type,
  thumbnail,
  templateFolder,
});

/** The deck with the layouts that suit its slides; a slide has none if the template has no such layout. */
export function applyTemplate(deck: Deck, templateFolder: string, layouts: readonly PresentationLayout[]): Deck {
  const suggest = (purpose: PresentationLayout['suggestedFor']) => {
    const found = layouts.find(({ suggestedFor }) => suggestedFor === purpose);
    return found ? toChoice(found) : null;
  };
  const text = suggest('text');
  const byPurpose = {
    text,
    columns: suggest('columns') ?? text,
    picture: suggest('picture') ?? suggest('columns') ?? text,
  };
  return {
    ...deck,
    templateFolder,
    titleLayout: suggest('title') ?? text,
    sections: deck.sections.map((section) => ({ ...section, layout: byPurpose[section.purpose ?? 'text'] })),
  };
}

/**
 * Whether a person has chosen a layout, which another template would replace.
 * @param besides a slide whose layout the person replaces anyway
 */
export function hasChosenLayout(
  deck: Deck,
  layouts: readonly PresentationLayout[],
  besides: DeckSlide | null = null,
): boolean {
  const suggested = applyTemplate(deck, deck.templateFolder, layouts);
  const slides: DeckSlide[] = ['title', ...deck.sections.keys()];
  return slides.some(
    (slide) => slide !== besides && getLayout(deck, slide)?.name !== getLayout(suggested, slide)?.name,
  );
}

export function setLayout(deck: Deck, slide: DeckSlide, chosen: PresentationLayout): Deck {
  const layout = toChoice(chosen);
  if (slide === 'title') return { ...deck, titleLayout: layout };
  return changeSection(deck, slide, { layout });
}

export function changeSection(deck: Deck, index: number, change: Partial<PresentationSection>): Deck {
  return {
    ...deck,
    sections: deck.sections.map((section, at) => (at === index ? { ...section, ...change } : section)),
  };
}

export function getLayout(deck: Deck, slide: DeckSlide): LayoutChoice | null {
  return slide === 'title' ? deck.titleLayout : (deck.sections[slide]?.layout ?? null);
}

/** Why a deck can't be drawn yet; null if it can. */
export function findMissingLayout(deck: Deck): string | null {
  if (!deck.titleLayout) return slideTexts.selectTitleLayout;
  return deck.sections.every(({ layout }) => layout) ? null : slideTexts.selectLayouts;
}

export function toRequest(deck: Deck): PresentationRequest {
  return {
    title_slide: { title: deck.title, content: deck.subtitle, layout: deck.titleLayout },
    sections: deck.sections,
    template_folder: deck.templateFolder,
    sources: deck.sources,
  };
}

/** What a person is told about a slide whose content does not fit. */
export function describeProblem({ kind, placeholder, slides, percent }: FitProblem): string {
  if (kind === 'no_place') return slideTexts.noPlace;
  return slides > 1 ? slideTexts.overflow(slides) : `${placeholder}: ${slideTexts.titleOverflow(percent)}`;
}

export function isPptx({ name }: File): boolean {
  return name.toLowerCase().endsWith('.pptx');
}
