/** Groups that contain no text of the document. An unknown group after `\*` contains none either. */
export const SKIPPED: ReadonlySet<string> = new Set(
  (
    'fonttbl colortbl stylesheet info pict themedata colorschememapping datastore latentstyles listtable listoverridetable ' +
    'revtbl rsidtbl xmlnstbl generator fldinst bkmkstart bkmkend objdata filetbl nonesttables mmathPr template operator nonshppict ' +
    'shprslt private'
  ).split(' '),
);

export const HEADERS: ReadonlySet<string> = new Set(
  'header headerl headerr headerf footer footerl footerr footerf'.split(' '),
);

export const CHARACTERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    par: '\n',
    line: '\n',
    sect: '\n\n',
    page: '\n\n',
    tab: '\t',
    emdash: '—',
    endash: '–',
    lquote: '‘',
    rquote: '’',
    ldblquote: '“',
    rdblquote: '”',
    bullet: '•',
    emspace: ' ',
    enspace: ' ',
  }),
);

/** Code pages of `\fcharset`; 0 and unlisted numbers mean the code page of the document. */
export const FONT_CHARSETS: Readonly<Record<number, string>> = {
  77: 'macintosh',
  128: 'cp932',
  129: 'cp949',
  134: 'cp936',
  136: 'cp950',
  161: 'cp1253',
  162: 'cp1254',
  177: 'cp1255',
  178: 'cp1256',
  186: 'cp1257',
  204: 'cp1251',
  222: 'cp874',
  238: 'cp1250',
};
