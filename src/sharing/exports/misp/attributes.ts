import { v5 as uuidv5 } from "uuid";
import { exchangedForm } from "../../../formats/observables/exchanged.ts";
import { mispType } from "../../../formats/observables/misp-type.ts";
import type { SessionReport } from "../session/read-session-report.ts";

/** Namespace of attribute and note ids, which are derived from the report and their content. */
const NAMESPACE = "3d1b6a52-9c0f-4b7e-8a11-0c5d2f7e9b64";

/** An attribute in MISP's core format. */
export interface MispAttribute {
  uuid: string;
  type: string;
  category: string;
  value: string;
  to_ids: boolean;
  comment: string;
  distribution: string;
  disable_correlation: boolean;
  timestamp: string;
}

/** Inherits the event's distribution. */
const INHERITED = "5";

/**
 * Returns the report's link and its observables as attributes. A value may be used for detection (`to_ids`) if the
 * report lists it as an indicator, or a person confirmed it.
 */
export function toAttributes(report: SessionReport): MispAttribute[] {
  const { session_id: session, source_url: link, modified } = report;
  const timestamp = secondsOf(modified);
  const attribute = (
    facts: Pick<MispAttribute, "type" | "category" | "value" | "to_ids" | "comment">,
  ) => ({
    uuid: idOf(session, facts.type, facts.value),
    ...facts,
    distribution: INHERITED,
    disable_correlation: false,
    timestamp,
  });
  const source = { type: "link", category: "External analysis", to_ids: false, comment: "" };
  const values = report.observables.map(
    ({ kind, value: normal, written = normal, listed, confirmed }) => {
      const value = exchangedForm({ kind, value: written, normalized_value: normal });
      const { type, category, comment } = mispType(kind, value);
      return attribute({ type, category, value, to_ids: listed || confirmed, comment });
    },
  );
  const all = isLink(link) ? [attribute({ ...source, value: link }), ...values] : values;
  // MISP rejects duplicates of type and value; a listed one takes precedence.
  const byId = new Map(all.map((one) => [one.uuid, one]));
  for (const one of all) if (one.to_ids) byId.set(one.uuid, one);
  return [...byId.values()];
}

/** Returns seconds since the Unix epoch, MISP's format of times. */
export function secondsOf(time: string): string {
  return String(Math.floor(Date.parse(time) / 1000));
}

/** Returns the id of a part of a report's event. */
export function idOf(session: string, ...key: readonly string[]): string {
  return uuidv5(JSON.stringify([session, ...key]), NAMESPACE);
}

function isLink(url: string | null): url is string {
  return url !== null && /^https?:/i.test(url) && URL.canParse(url);
}
