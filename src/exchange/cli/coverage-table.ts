import type { Coverage } from "../../detection/coverage/states/schema.ts";
import { BY_NEED, type Standing, standingOf } from "../../detection/coverage/states/vocabulary.ts";
import { oneLine } from "./printable.ts";

/** The standings in words. */
export const WORDS: Readonly<Record<Standing, string>> = {
  blind: "blind",
  rule_without_data: "rule without data",
  data_without_rule: "data without rule",
  should_fire: "should fire",
  proven: "proven",
};
/** For a whole release, counts are more useful than hundreds of rows. */
const MOST_ROWS = 200;

/** Formats coverage for a terminal, the greatest need first. */
export function coverageTable({
  techniques,
  summary,
  domain,
  version,
  warnings,
}: Coverage): string {
  const rows = techniques
    .map(({ state, detection, ...technique }) => ({
      ...technique,
      standing: standingOf(state, detection),
    }))
    .sort((a, b) => BY_NEED.indexOf(a.standing) - BY_NEED.indexOf(b.standing));
  const shown = rows.slice(0, MOST_ROWS);
  const width = Math.max(0, ...shown.map(({ name }) => name.length));
  const counts = BY_NEED.map((standing) => `${summary[standing]} ${WORDS[standing]}`).join(", ");
  return [
    `${techniques.length} techniques (${oneLine(domain)} ${oneLine(version)}): ${counts}`,
    ...shown.map(({ attack_id: id, name, standing, rules }) => {
      const titles = rules
        .filter(({ relation }) => relation === "own")
        .slice(0, 3)
        .map(({ title }) => oneLine(title));
      const by = titles.length === 0 ? "" : `  ${titles.join("; ")}`;
      return `  ${id.padEnd(9)}  ${oneLine(name).padEnd(width)}  ${WORDS[standing].padEnd(17)}${by}`.trimEnd();
    }),
    ...(rows.length > shown.length
      ? [`  … and ${rows.length - shown.length} more; --json has all.`]
      : []),
    ...warnings.map((text) => `  Note: ${oneLine(text)}`),
    "",
  ].join("\n");
}
