import type { Evidence } from "../evidence-schema.ts";
import { toFacts } from "../read-values.ts";
import type { Summary } from "./summary-schema.ts";

/** Returns a registry's response as facts. */
export function evidenceOfSummary(summary: Summary): Evidence {
  const { range, events, entities } = summary;
  const facts = toFacts([
    ["Name", summary.name],
    ["Handle", summary.handle],
    ["Registrar", summary.registrar],
    ["Country", summary.country],
    ["Network", range === null ? null : `${range.start} to ${range.end}`],
    ["Status", summary.status],
    ["Name servers", summary.nameservers],
    ["Events", events.map(({ action, date }) => `${action} ${date.slice(0, 10)}`)],
    ["Contacts", entities.map(describeContact).filter((one) => one !== "")],
    ["Withheld", summary.redacted],
  ]);
  return { facts, stats: [], reported_by: [], related: [], as_of: null, link: null };
}

function describeContact({ name, email, roles }: Summary["entities"][number]): string {
  const who = name ?? email ?? "";
  return [who, roles.length === 0 ? "" : `(${roles.join(", ")})`].join(" ").trim();
}
