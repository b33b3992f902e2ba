import { MAX_URL_CHARS } from "../intake/identity.ts";
import { allRefused } from "./readers/attribute-counts.ts";
import type { Imported, ImportedReport } from "./readers/imported.ts";

/** Maximum length of an object's identification in a receipt. */
const MAX_POINTER_CHARS = 1_000;
const MAX_ID_CHARS = 200;
const MAX_TYPE_CHARS = 100;
const MAX_REASON_CHARS = 500;

/** Longer fields are neither a title nor an identity. They do not affect the rest of the import. */
const MAX_NAME_CHARS = 10_000;
const MAX_KEY_CHARS = 1_000;
const MAX_TECHNIQUES = 2_000;
const MAX_GROUPS = 500;

/**
 * Returns an object fit for storage: its receipt shortened, links of schemes other than http(s) removed, its text
 * well-formed. A report with fields too long to store fails.
 */
export function withinLimits(object: Imported): Imported {
  const place = {
    pointer: cut(object.pointer, MAX_POINTER_CHARS),
    type: object.type === null ? null : cut(object.type, MAX_TYPE_CHARS),
    id: object.id === null ? null : cut(object.id, MAX_ID_CHARS),
  };
  if (object.outcome === "attached") return { ...object, ...place };
  if (object.outcome !== "report") {
    return { ...object, ...place, reason: cut(object.reason, MAX_REASON_CHARS) };
  }
  const reason = excessOf(object.report);
  if (reason !== null) {
    const { attributes } = object;
    const refused = attributes === undefined ? {} : { attributes: allRefused(attributes) };
    return { ...place, ...refused, outcome: "failed", reason };
  }
  return { ...object, ...place, report: storable(object.report) };
}

function excessOf({ title, url, foreign_key: key }: ImportedReport): string | null {
  if (title.length > MAX_NAME_CHARS) return `has a name of more than ${MAX_NAME_CHARS} characters`;
  if ((url?.length ?? 0) > MAX_URL_CHARS) {
    return `has a url of more than ${MAX_URL_CHARS} characters`;
  }
  return key.length > MAX_KEY_CHARS ? `has an id of more than ${MAX_KEY_CHARS} characters` : null;
}

function storable(report: ImportedReport): ImportedReport {
  const { url, publisher } = report;
  return {
    ...report,
    title: plain(report.title),
    url: url !== null && /^https?:/i.test(url) && URL.canParse(url) ? url : null,
    publisher: publisher === null ? null : plain(publisher),
    summary: plain(report.summary),
    text: plain(report.text),
    technique_ids: report.technique_ids.slice(0, MAX_TECHNIQUES),
    group_ids: report.group_ids.slice(0, MAX_GROUPS),
    foreign_key: plain(report.foreign_key),
  };
}

/** Returns text that the database stores unchanged, without lone surrogates or NUL characters. */
function plain(text: string): string {
  return text.toWellFormed().replaceAll("\0", "\uFFFD");
}

function cut(text: string, limit: number): string {
  const whole = plain(text.slice(0, limit));
  return text.length <= limit ? whole : `${whole.slice(0, limit - 1)}…`;
}
