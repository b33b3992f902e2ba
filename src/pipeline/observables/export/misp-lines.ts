import { v5 as uuidv5 } from "uuid";
import { exchangedForm } from "../../../formats/observables/exchanged.ts";
import { mispType } from "../../../formats/observables/misp-type.ts";
import { TOOL } from "../../../formats/stix/tool-identity.ts";
import { secondsOf } from "../../../sharing/exports/misp/attributes.ts";
import type { Observable } from "../store.ts";

/** Namespace of event and attribute IDs. Attribute IDs are derived from their values. */
const NAMESPACE = "5e0f1c52-6c0e-4b7e-9a55-6f1d2c3b4a59";
/** An attribute with lower confidence should not be the basis of a detection by itself. */
const LEAST_CONFIDENCE = 50;

/**
 * Yields an event in MISP's core format in chunks, one attribute per line.
 * @param id distinguishes the event from others
 * @param now ISO 8601
 */
export async function* mispLines(
  rows: AsyncIterable<Observable>,
  id: string,
  now: string,
): AsyncGenerator<string> {
  yield `{"Event":${JSON.stringify(eventOf(uuidv5(id, NAMESPACE), now)).slice(0, -1)},"Attribute":[\n`;
  let isFirst = true;
  for await (const row of rows) {
    yield `${isFirst ? "" : ",\n"}${JSON.stringify(toAttribute(row, now))}`;
    isFirst = false;
  }
  yield "\n]}}\n";
}

/** Creates an event that only the organization sees unless someone changes that. Its threat level is undefined. */
function eventOf(uuid: string, now: string) {
  return {
    uuid,
    info: `Observables of tradecraft, exported ${now}`,
    date: now.slice(0, "2026-01-31".length),
    timestamp: secondsOf(now),
    published: false,
    analysis: "2",
    distribution: "0",
    threat_level_id: "4",
    Orgc: { name: "tradecraft", uuid: TOOL.id.slice("identity--".length) },
  };
}

function toAttribute(row: Observable, now: string) {
  const { role, confidence, expires_at: expires } = row;
  const value = exchangedForm(row);
  const { type, category, comment } = mispType(row.kind, value);
  const isActive = expires === null || expires > now;
  const says = [comment, `role ${role.replaceAll("_", " ")}`, `confidence ${confidence}`];
  return {
    uuid: uuidv5(JSON.stringify([row.kind, row.normalized_value]), NAMESPACE),
    type,
    category,
    value,
    to_ids: role === "indicator" && confidence >= LEAST_CONFIDENCE && isActive,
    comment: says.filter((part) => part !== "").join(", "),
    // Inherited from the event.
    distribution: "5",
    disable_correlation: false,
    timestamp: secondsOf(row.last_seen_at),
    first_seen: row.first_seen_at,
    last_seen: row.last_seen_at > row.first_seen_at ? row.last_seen_at : row.first_seen_at,
    ...(row.tags.length > 0 && { Tag: row.tags.map((name) => ({ name })) }),
  };
}
