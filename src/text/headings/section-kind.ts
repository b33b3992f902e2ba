/**
 * Purpose of a section of a report:
 * - `body`: activity, or anything else
 * - `advice`, `detection`: what defenders can do, and how they detect activity
 * - `indicators`, `tools`, `services`, `victims`: lists of these; tools and services are harmless in themselves
 * - `excluded`: lists of what the malware skips
 * - `references`, `contact`, `vendor`: sources; contact details; the report's author and legal notes
 * - `contents`: the table of contents
 * - `related`: menus, other articles, and sharing links
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
 * `turn` may be part of any section. `subject` names the topic of a section, such as a loader. For both, the content
 * below the heading decides.
 */
export type HeadingKind = SectionKind | "turn" | "subject";

/**
 * Phrases of headings by language, separated by commas. Write them in lower case. Case, diacritics, hyphens and
 * punctuation do not matter, and `*` matches any ending of a word. A sign in front restricts a phrase:
 * - `^` only at the beginning of the heading
 * - `~` only at the beginning or end of the heading
 * - `=` only if the heading says nothing else
 * - `?` like `=`, and not below a heading for defenders, where such a word is a subject of advice
 * - `!` decides against advice and detection, unless the heading begins with these
 *
 * The longest phrase wins, so write an exception as a longer phrase of another kind. No phrase appears twice with
 * different signs or kinds. To add a language, add its line to each kind that has usual headings in it. To add a
 * kind, extend `SectionKind`.
 */
export type HeadingWords = Partial<Record<HeadingKind, Readonly<Record<string, string>>>>;
