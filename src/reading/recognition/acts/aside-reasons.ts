/**
 * Why a passage about a technique is no finding: it does not describe adversary activity. `advice` and `detection` are
 * for defenders. `contents`, `references`, `boilerplate` and `furniture` (captions, menus, teasers) surround the
 * report. `definition` explains a technology. `instruction` orders the reader what to report, or is a hidden comment.
 * In `other_agent`, an analyst, a defender, the victim or a product acts. `not_a_report` is a printed id in a text, or
 * a long section, that is not a threat report.
 */
export const ASIDE_REASONS = [
  "advice",
  "detection",
  "negation",
  "question",
  "hypothetical",
  "definition",
  "contents",
  "references",
  "boilerplate",
  "furniture",
  "instruction",
  "other_agent",
  "not_a_report",
] as const;
export type AsideReason = (typeof ASIDE_REASONS)[number];
