export type FileFamily =
  | 'document'
  | 'spreadsheet'
  | 'slides'
  | 'text'
  | 'code'
  | 'config'
  | 'data'
  | 'image'
  | 'scan'
  | 'archive'
  | 'executable'
  | 'message';

export interface FileTypeRow {
  family: FileFamily;
  /** Without the dot, in lower case; the usual one first. File pickers offer them. */
  extensions: readonly string[];
  /** Endings of templates, and of files with macros, which are read but not offered. */
  otherExtensions: readonly string[];
  mimes: readonly string[];
}

function row(family: FileFamily, extensions = '', mimes = '', otherExtensions = ''): FileTypeRow {
  const words = (text: string) => text.split(' ').filter(Boolean);
  return {
    family,
    extensions: words(extensions),
    mimes: words(mimes),
    otherExtensions: words(otherExtensions),
  };
}

/** Every known file type. An extension or a mime type is in one row only. */
export const fileTypeTable = {
  PDF: row('document', 'pdf', 'application/pdf application/x-pdf'),
  DOCX: row(
    'document',
    'docx',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document application/vnd.ms-word.document.macroenabled.12',
    'docm dotx dotm',
  ),
  DOC: row('document', 'doc', 'application/msword'),
  RTF: row('document', 'rtf', 'application/rtf text/rtf'),
  ODT: row(
    'document',
    'odt',
    'application/vnd.oasis.opendocument.text application/vnd.oasis.opendocument.text-template application/vnd.oasis.opendocument.text-flat-xml',
    'fodt ott',
  ),
  XLSX: row(
    'spreadsheet',
    'xlsx',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet application/vnd.ms-excel.sheet.macroenabled.12 application/vnd.ms-excel.sheet.binary.macroenabled.12',
    'xlsm xlsb xltx xltm',
  ),
  XLS: row('spreadsheet', 'xls', 'application/vnd.ms-excel'),
  ODS: row(
    'spreadsheet',
    'ods',
    'application/vnd.oasis.opendocument.spreadsheet application/vnd.oasis.opendocument.spreadsheet-template application/vnd.oasis.opendocument.spreadsheet-flat-xml',
    'fods ots',
  ),
  CSV: row('spreadsheet', 'csv', 'text/csv application/csv'),
  TSV: row('spreadsheet', 'tsv', 'text/tab-separated-values'),
  PPTX: row(
    'slides',
    'pptx',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation application/vnd.ms-powerpoint.presentation.macroenabled.12',
    'pptm ppsx potx ppsm potm',
  ),
  ODP: row(
    'slides',
    'odp',
    'application/vnd.oasis.opendocument.presentation application/vnd.oasis.opendocument.presentation-template application/vnd.oasis.opendocument.presentation-flat-xml',
    'fodp otp',
  ),
  PPT: row('slides', 'ppt', 'application/vnd.ms-powerpoint'),

  TXT: row('text', 'txt', 'text/plain'),
  LOG: row('text', 'log'),
  MD: row('text', 'md markdown', 'text/markdown text/x-markdown'),
  RST: row('text', 'rst'),
  TEX: row('text', 'tex', 'application/x-tex text/x-tex'),
  VTT: row('text', 'vtt', 'text/vtt'),
  SRT: row('text', 'srt', 'application/x-subrip'),

  PY: row('code', 'py pyw', 'text/x-python text/x-script.python application/x-python-code'),
  JS: row('code', 'js mjs cjs', 'text/javascript application/javascript application/x-javascript'),
  JSX: row('code', 'jsx'),
  TS: row('code', 'ts mts cts', 'application/typescript text/typescript'),
  TSX: row('code', 'tsx'),
  JAVA: row('code', 'java', 'text/x-java text/x-java-source'),
  KT: row('code', 'kt kts'),
  SCALA: row('code', 'scala'),
  GROOVY: row('code', 'groovy gradle'),
  C: row('code', 'c h', 'text/x-c text/x-csrc text/x-chdr'),
  CPP: row('code', 'cpp cc cxx hpp hh hxx', 'text/x-c++src text/x-c++hdr'),
  CS: row('code', 'cs'),
  VB: row('code', 'vb vbs bas'),
  FS: row('code', 'fs fsx'),
  GO: row('code', 'go'),
  RS: row('code', 'rs'),
  RB: row('code', 'rb', 'text/x-ruby application/x-ruby'),
  PHP: row('code', 'php', 'application/x-php application/x-httpd-php text/x-php'),
  PL: row('code', 'pl pm', 'text/x-perl application/x-perl'),
  SWIFT: row('code', 'swift'),
  DART: row('code', 'dart'),
  LUA: row('code', 'lua', 'text/x-lua'),
  R: row('code', 'r'),
  M: row('code', 'm'),
  JL: row('code', 'jl'),
  EX: row('code', 'ex exs'),
  CLJ: row('code', 'clj'),
  HS: row('code', 'hs'),
  SQL: row('code', 'sql', 'application/sql application/x-sql text/x-sql'),
  SH: row('code', 'sh bash zsh', 'application/x-sh text/x-sh text/x-shellscript'),
  PS1: row('code', 'ps1 psm1'),
  BAT: row('code', 'bat cmd', 'application/x-bat'),
  HTML: row('code', 'html htm xhtml', 'text/html application/xhtml+xml'),
  CSS: row('code', 'css', 'text/css'),
  SCSS: row('code', 'scss sass less'),
  VUE: row('code', 'vue svelte'),
  ASM: row('code', 'asm s'),
  GRAPHQL: row('code', 'graphql gql'),
  PROTO: row('code', 'proto'),
  DIFF: row('code', 'diff patch', 'text/x-diff text/x-patch'),

  INI: row('config', 'ini cfg conf cnf'),
  TOML: row('config', 'toml', 'application/toml'),
  ENV: row('config', 'env'),
  PROPERTIES: row('config', 'properties'),
  CONFIG: row('config', 'config csproj vbproj sln props targets plist'),
  TF: row('config', 'tf tfvars bicep'),
  DOCKERFILE: row('config', 'dockerfile makefile jenkinsfile mk'),
  DOTFILE: row('config', 'gitignore gitattributes editorconfig npmrc dockerignore'),

  JSON: row('data', 'json jsonc json5', 'application/json text/json'),
  JSONL: row('data', 'jsonl ndjson', 'application/jsonl application/x-ndjson'),
  GEOJSON: row('data', 'geojson', 'application/geo+json'),
  IPYNB: row('data', 'ipynb', 'application/x-ipynb+json'),
  XML: row('data', 'xml xsd xsl xslt rss', 'application/xml text/xml'),
  YAML: row('data', 'yaml yml', 'application/yaml application/x-yaml text/yaml text/x-yaml'),
  SVG: row('data', 'svg', 'image/svg+xml'),
  ICS: row('data', 'ics', 'text/calendar'),
  VCF: row('data', 'vcf', 'text/vcard text/x-vcard'),

  JPG: row('image', 'jpg jpeg', 'image/jpeg image/jpg image/pjpeg'),
  PNG: row('image', 'png', 'image/png'),
  GIF: row('image', 'gif', 'image/gif'),
  WEBP: row('scan', 'webp', 'image/webp'),
  BMP: row('scan', 'bmp dib', 'image/bmp image/x-ms-bmp'),
  TIF: row('scan', 'tif tiff', 'image/tiff'),

  ZIP: row('archive', 'zip', 'application/zip application/x-zip-compressed'),
  RAR: row('archive', 'rar', 'application/vnd.rar application/x-rar-compressed application/x-rar'),
  '7Z': row('archive', '7z', 'application/x-7z-compressed'),
  TAR: row('archive', 'tar', 'application/x-tar'),
  GZ: row('archive', 'gz tgz', 'application/gzip application/x-gzip'),
  BZ2: row('archive', 'bz2', 'application/x-bzip2'),
  XZ: row('archive', 'xz', 'application/x-xz'),
  ISO: row('archive', 'iso dmg', 'application/x-iso9660-image application/x-apple-diskimage'),

  EXE: row('executable', 'exe com scr', 'application/x-msdownload application/vnd.microsoft.portable-executable'),
  DLL: row('executable', 'dll so dylib', 'application/x-sharedlib'),
  MSI: row('executable', 'msi msix appx', 'application/x-msi'),
  APK: row('executable', 'apk', 'application/vnd.android.package-archive'),
  JAR: row('executable', 'jar war class', 'application/java-archive application/java-vm'),
  DEB: row('executable', 'deb rpm', 'application/vnd.debian.binary-package application/x-rpm'),
  BIN: row('executable', 'bin elf', 'application/x-executable application/x-elf application/x-mach-binary'),
  WASM: row('executable', 'wasm', 'application/wasm'),

  EMAIL: row('message', 'eml msg', 'message/rfc822 application/vnd.ms-outlook'),
  // AVA's names for chats and meetings of Microsoft 365; no file on disk has these types.
  TEAMS: row('message'),
  'ONLINE MEETING': row('message'),
} as const satisfies Record<string, FileTypeRow>;
