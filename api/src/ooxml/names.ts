/** Namespaces, relationship types and content types of ECMA-376 that Word documents and presentations use. */

export const NAMESPACE_A = 'http://schemas.openxmlformats.org/drawingml/2006/main';
export const NAMESPACE_P = 'http://schemas.openxmlformats.org/presentationml/2006/main';
export const NAMESPACE_R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
export const NAMESPACES = `xmlns:a="${NAMESPACE_A}" xmlns:r="${NAMESPACE_R}" xmlns:p="${NAMESPACE_P}"`;
export const RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships';
export const CONTENT_TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types';
export const CORE_PROPERTIES = 'http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties';
/** Namespaces of documents that were saved as "Strict Open XML". */
export const STRICT = 'http://purl.oclc.org/ooxml/';

const PRESENTATION = 'application/vnd.openxmlformats-officedocument.presentationml.';

export const contentTypes = {
  presentation: `${PRESENTATION}presentation.main+xml`,
  /** Content type of a POTX file, which differs from a PPTX file in nothing else. */
  template: `${PRESENTATION}template.main+xml`,
  slide: `${PRESENTATION}slide+xml`,
  slideLayout: `${PRESENTATION}slideLayout+xml`,
  slideMaster: `${PRESENTATION}slideMaster+xml`,
  notesSlide: `${PRESENTATION}notesSlide+xml`,
  notesMaster: `${PRESENTATION}notesMaster+xml`,
  theme: 'application/vnd.openxmlformats-officedocument.theme+xml',
  core: 'application/vnd.openxmlformats-package.core-properties+xml',
  relationships: 'application/vnd.openxmlformats-package.relationships+xml',
} as const;

/** The media type of a PPTX file. */
export const PPTX = 'application/vnd.openxmlformats-officedocument.presentationml.presentation';
