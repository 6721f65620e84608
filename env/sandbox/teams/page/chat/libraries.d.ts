/** Globals of the packages that page.html loads with script elements. */
declare const AdaptiveCards: typeof import('adaptivecards');
declare const marked: typeof import('marked');
