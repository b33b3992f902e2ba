import { z } from "zod";

/**
 * The parts of ATT&CK Navigator's layer format 4.5 that are stored and exported again. Versions 3.0 to 4.4 use the same
 * names for the parts that they have (mitre-attack/attack-navigator, layers/spec). To support another property, add it
 * here; readers and writers follow.
 */
const color = z.string().regex(/^(#[0-9a-f]{3,8}|[a-z]{1,32})$/i);
const divider = z.strictObject({ divider: z.boolean() });
const text = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const metadata = z.array(z.union([z.strictObject({ name: text, value: text }), divider]));
const link = z.strictObject({
  label: z.string(),
  // Imported layers are untrusted, and their links become clickable.
  url: z.string().regex(/^https?:\/\//i, "must begin with http:// or https://"),
});
const links = z.array(z.union([link, divider]));

const gradient = z
  .object({ colors: z.array(color).min(2), minValue: z.number(), maxValue: z.number() })
  .refine(({ minValue, maxValue }) => minValue < maxValue, "must rise from minValue to maxValue");

const layout = z.object({
  layout: z.enum(["side", "flat", "mini"]).optional(),
  showID: z.boolean().optional(),
  showName: z.boolean().optional(),
  showAggregateScores: z.boolean().optional(),
  countUnscored: z.boolean().optional(),
  aggregateFunction: z.enum(["average", "min", "max", "sum"]).optional(),
  expandedSubtechniques: z.enum(["none", "all", "annotated"]).optional(),
});

/** Layer properties other than name, description and techniques, stored unchanged. */
export const VIEW_PARTS = {
  filters: z.object({ platforms: z.array(z.string()).optional() }),
  sorting: z.int().min(0).max(3),
  layout,
  hideDisabled: z.boolean(),
  gradient,
  legendItems: z.array(z.strictObject({ label: z.string(), color })),
  showTacticRowBackground: z.boolean(),
  tacticRowBackground: color,
  selectTechniquesAcrossTactics: z.boolean(),
  selectSubtechniquesWithParent: z.boolean(),
  selectVisibleTechniques: z.boolean(),
  metadata,
  links,
};

/** The annotation of a technique, under one tactic or under all of its tactics. */
export const ENTRY_PARTS = {
  tactic: z.string().min(1).max(64),
  enabled: z.boolean(),
  score: z.union([z.number(), z.string().regex(/^-?\d+(\.\d+)?$/)]).transform(Number),
  color,
  comment: z.string(),
  metadata,
  links,
  showSubtechniques: z.boolean(),
};

type Parts<T extends Record<string, z.ZodType>> = { -readonly [K in keyof T]?: z.output<T[K]> };
export type NavigatorView = Parts<typeof VIEW_PARTS>;

/** An entry of a layer's `techniques`, with its technique under our name. */
export type Annotation = { attack_id: string } & Parts<typeof ENTRY_PARTS>;

/**
 * Returns whether an entry annotates its technique, by the Navigator's own rule: one that only expands the
 * sub-techniques does not.
 */
export function isAnnotated(entry: Annotation): boolean {
  const { score, color: own, comment, metadata: facts = [], links: hrefs = [] } = entry;
  return (
    score !== undefined ||
    (own ?? "") !== "" ||
    (comment ?? "") !== "" ||
    facts.length + hrefs.length > 0
  );
}
