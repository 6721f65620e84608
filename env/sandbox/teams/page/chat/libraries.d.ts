/** Packages that page.html loads by script elements. */
declare const AdaptiveCards: typeof import('adaptivecards');
declare const marked: typeof import('marked');
