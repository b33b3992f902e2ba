import { v5 as uuidv5 } from "uuid";
import { exchangedForm } from "../../../formats/observables/exchanged.ts";
import { mispType } from "../../../formats/observables/misp-type.ts";
import type { SessionReport } from "../session/read-session-report.ts";

/** Of the ids of attributes and notes, which follow from the report and what they say. */
const NAMESPACE = "3d1b6a52-9c0f-4b7e-8a11-0c5d2f7e9b64";

/** An attribute of MISP's core format. */
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

/** As the event's. */
const INHERITED = "5";

/**
 * The link of the report, and its observables. A detection may be made of a value (`to_ids`) that the
 * report lists as an indicator, or that a person confirmed.
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
  // MISP refuses a second attribute of one type and value; what is listed stands for what is not.
  const byId = new Map(all.map((one) => [one.uuid, one]));
  for (const one of all) if (one.to_ids) byId.set(one.uuid, one);
  return [...byId.values()];
}

/** Seconds since 1970, as MISP writes times. */
export function secondsOf(time: string): string {
  return String(Math.floor(Date.parse(time) / 1000));
}

/** The id of a part of a report's event. */
export function idOf(session: string, ...key: readonly string[]): string {
  return uuidv5(JSON.stringify([session, ...key]), NAMESPACE);
}

function isLink(url: string | null): url is string {
  return url !== null && /^https?:/i.test(url) && URL.canParse(url);
}
