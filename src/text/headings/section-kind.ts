/**
 * What a section of a report is for:
 * - `body`: what was done, or anything else
 * - `advice`, `detection`: what defenders can do, and how they notice it
 * - `indicators`, `tools`, `services`, `victims`: lists of them; tools and services are harmless in themselves
 * - `excluded`: lists of what the malware skips
 * - `references`, `contact`, `vendor`: sources; where to write to; who wrote the report, and legal notes
 * - `contents`: the table of contents
 * - `related`: menus, other articles, and how to share this one
 * - `definition`: explains a term
 */
export const SECTION_KINDS = [
  "body",
  "advice",
  "detection",
  "indicators",
  "references",
  "contact",
  "tools",
  "services",
  "victims",
  "vendor",
  "contents",
  "excluded",
  "related",
  "definition",
] as const;
export type SectionKind = (typeof SECTION_KINDS)[number];

/**
 * `turn` may be a part of any section, and `subject` names what it is about, such as a loader: what stands
 * below such a heading decides.
 */
export type HeadingKind = SectionKind | "turn" | "subject";

/**
 * Phrases of headings by language, separated by commas. Write them in lower case; case, diacritics,
 * hyphens and punctuation do not matter, and `*` stands for any ending of a word. A sign in front
 * restricts a phrase:
 * - `^` only where the heading begins with it
 * - `~` only where the heading begins or ends with it
 * - `=` only where the heading says nothing else
 * - `?` like `=`, and not below a heading for defenders, where such a word is a subject of advice
 * - `!` decides against advice and detection, unless the heading begins with these
 *
 * The longest phrase wins, so that an exception is a longer phrase of another kind; no phrase appears twice with
 * different signs or kinds. To add a language, add its line to each kind that has usual headings in it; to add a
 * kind, extend `SectionKind`.
 */
export type HeadingWords = Partial<Record<HeadingKind, Readonly<Record<string, string>>>>;
