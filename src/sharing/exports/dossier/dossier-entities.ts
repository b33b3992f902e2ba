import type { Dossier } from "../../../reading/dossiers/schema.ts";
import { UNLISTED_KINDS } from "../../../reading/entities/vocabulary.ts";
import { escapeMarkdown } from "../session/escape-markdown.ts";
import { table } from "./markdown-parts.ts";

/** Maximum listed rows per kind; further ones are counted. The JSON format has all. */
const MAX_ROWS = 100;

type Rows = [kind: string, rows: { text: string; count: number; session_ids: string[] }[]];

/**
 * Lists software, names that ATT&CK lacks, vulnerabilities, observables, dates and victims in one table. Returns an
 * empty string if there are none.
 */
export function listEntities({ entities, sessions }: Dossier): string {
  const numbers = new Map(sessions.map(({ session_id: id }, place) => [id, place + 1]));
  const { software, unlisted, cves, observables, dates, sectors, countries } = entities;
  const kinds: Rows[] = [
    ["software", software.map((one) => ({ ...one, text: `${one.name} (${one.attack_id})` }))],
    ...UNLISTED_KINDS.map(
      (wanted) =>
        [
          wanted,
          unlisted.filter(({ kind }) => kind === wanted).map((one) => ({ ...one, text: one.name })),
        ] satisfies Rows,
    ),
    ["vulnerability", cves.map((one) => ({ ...one, text: one.id }))],
    ["sector", sectors.map((one) => ({ ...one, text: one.name }))],
    ["country", countries.map((one) => ({ ...one, text: one.name }))],
    ["date", dates.map((one) => ({ ...one, text: dateOf(one) }))],
    ["observable", observables.map((one) => ({ ...one, text: `${one.kind} ${one.value}` }))],
  ];
  const rows = kinds.flatMap(([kind, all]) => {
    const shown = all.slice(0, MAX_ROWS).map(({ text, count, session_ids: ids }) => {
      const by = ids.map((id) => numbers.get(id)).join(", ");
      return [kind, escapeMarkdown(text), String(count), by];
    });
    const left = all.length - shown.length;
    return left > 0 ? [...shown, [kind, `${left} more`, "", ""]] : shown;
  });
  return rows.length === 0 ? "" : table(["Kind", "What", "Mentions", "Sessions"], rows);
}

function dateOf({ date, end, role }: Dossier["entities"]["dates"][number]): string {
  return `${date}${end === null ? "" : ` to ${end}`} (${role})`;
}
